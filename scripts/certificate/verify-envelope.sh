#!/bin/sh
# npm run certificate:foreign: makes a certificate, and has it verified by Python's securesystemslib and in-toto-attestation
# (verify-envelope.py), once as it is and once spoilt. Needs python3 with venv, and PyPI.
set -eu
here=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet securesystemslib==1.6.0 cryptography==50.0.2 in-toto-attestation==0.9.3

node "$here/../bin.js" keygen --out "$work/keys" > "$work/said"
node "$here/../bin.js" keygen --out "$work/others" > "$work/said"
node "$here/../bin.js" certify --embedded --profile public --key "$work/keys/key.pem" --out "$work/run" > "$work/said" ||
  { cat "$work/said"; exit 1; }
bundle="$work/run/bundle"
foreign() { "$work/venv/bin/python" "$here/verify-envelope.py" "$bundle" "$1"; }

foreign "$work/keys/pub.pem"
if foreign "$work/others/pub.pem"; then echo 'another key was accepted' >&2; exit 1; fi
# Four characters of base64 in the middle of what is signed.
sed 's/\("payload":".\{400\}\)..../\1AAAA/' "$bundle/certificate.json" > "$work/spoilt"
mv "$work/spoilt" "$bundle/certificate.json"
if foreign "$work/keys/pub.pem"; then echo 'a spoilt envelope was accepted' >&2; exit 1; fi
echo 'one accepted, two refused: as it should be'
