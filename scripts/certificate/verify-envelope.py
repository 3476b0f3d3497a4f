"""Verifies the envelope of a certificate by implementations that are not ours.

    python3 -m venv venv && venv/bin/pip install securesystemslib==1.6.0 cryptography==50.0.2 in-toto-attestation==0.9.3
    venv/bin/python scripts/certificate/verify-envelope.py BUNDLE pub.pem

securesystemslib checks the DSSE signature, in-toto-attestation that what is signed is a statement and a test result by
their own definitions. Ends 0 where both agree with what assay wrote, 1 where they do not, 3 on a mistake in the command.
"""

import hashlib
import json
import sys
from pathlib import Path

from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_public_key
from google.protobuf import json_format
from in_toto_attestation.predicates.test_result.v0 import test_result_pb2
from in_toto_attestation.v1 import resource_descriptor, statement
from in_toto_attestation.v1 import statement_pb2
from securesystemslib.dsse import Envelope
from securesystemslib.signer import SSlibKey


def verified_payload(bundle: Path, pem: bytes) -> bytes:
    public_key = load_pem_public_key(pem)
    spki = public_key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    key = SSlibKey.from_crypto(public_key, keyid=hashlib.sha256(spki).hexdigest())
    envelope = Envelope.from_dict(json.loads((bundle / "certificate.json").read_text()))
    if envelope.payload_type != "application/vnd.in-toto+json":
        raise ValueError(f"the payload type is {envelope.payload_type}")
    envelope.verify([key], threshold=1)
    return envelope.payload


def check_statement(payload: bytes, bundle: Path) -> dict:
    said = json.loads(payload)
    # The predicate is a free-form struct for the statement, and a message of its own for the test result.
    parsed = json_format.Parse(payload, statement_pb2.Statement())
    statement.Statement.copy_from_pb(parsed).validate()
    result = test_result_pb2.TestResult()
    json_format.ParseDict(said["predicate"], result, ignore_unknown_fields=True)
    for descriptor in result.configuration:
        resource_descriptor.ResourceDescriptor.copy_from_pb(descriptor).validate()
    for subject in said["subject"]:
        digest = hashlib.sha256((bundle / subject["name"]).read_bytes()).hexdigest()
        if digest != subject["digest"]["sha256"]:
            raise ValueError(f"{subject['name']} has another digest")
    return said


def main(arguments: list) -> int:
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 3
    bundle = Path(arguments[0])
    try:
        said = check_statement(verified_payload(bundle, Path(arguments[1]).read_bytes()), bundle)
    except Exception as error:  # Whatever the libraries raise is their refusal.
        print(f"refused: {type(error).__name__}: {error}")
        return 1
    predicate = said["predicate"]
    print(f"accepted: {predicate['result']}, {len(predicate['passedTests'])} tests passed, {len(said['subject'])} files")
    return 0


sys.exit(main(sys.argv[1:]))
