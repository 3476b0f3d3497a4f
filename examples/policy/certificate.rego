# Admits a service by its certificate. The input is the in-toto statement in certificate.json, from an engine that has
# checked the signature, or from `assay verify BUNDLE --key pub.pem` (exit code 0) and then
#
#     jq -r .payload certificate.json | base64 -d | opa eval -d certificate.rego -d wanted.json -I data.assay.certificate.deny
#
# wanted.json says what is asked, such as
#
#     {"wanted": {"target": "https://speech.example", "profile": "all", "knownFailures": 0,
#                 "load": {"ttft.p95": {"atMostMs": 800, "sampleSize": 1000}}}}
package assay.certificate

# A rule says what has to hold, and `deny` what does not: a member that is missing holds nothing, and is denied.
default allow := false

allow if count(deny) == 0

claims := input.predicate.assay

is_certificate if {
	input._type == "https://in-toto.io/Statement/v1"
	input.predicateType == "https://in-toto.io/attestation/test-result/v0.1"
	claims.schema == "assay.certificate/1"
}

deny contains "it is no certificate of assay" if not is_certificate

is_of_somebody if claims.embedded == false

deny contains "it is about the reference service, for tests only" if not is_of_somebody

is_of_target if claims.target == data.wanted.target

deny contains "it is not about the wanted service" if not is_of_target

is_of_profile if claims.profile == data.wanted.profile

deny contains "it is not of the wanted profile" if not is_of_profile

is_valid_now if {
	now := time.now_ns()
	time.parse_rfc3339_ns(claims.validity.notBefore) <= now
	now <= time.parse_rfc3339_ns(claims.validity.notAfter)
}

deny contains "it is not valid now" if not is_valid_now

has_passed if {
	input.predicate.result in {"PASSED", "WARNED"}
	count(input.predicate.passedTests) > 0
}

deny contains "nothing in it has passed" if not has_passed

has_few_known_failures if {
	count(input.predicate.failedTests) <= data.wanted.knownFailures
	count(claims.knownFailures) <= data.wanted.knownFailures
}

deny contains "it accepts more known failures than are wanted" if not has_few_known_failures

# What was not judged has not passed.
has_judged_all if {
	must := claims.countsByLevel.MUST
	must.inconclusive == 0
	must.notApplicable == 0
}

deny contains "a MUST in it was not judged" if not has_judged_all

has_found_all if claims.selfTest.found == claims.selfTest.faults

deny contains "its self-test missed a fault" if not has_found_all

deny contains sprintf("%v under load is not shown to stay within %v ms", [metric, limit.atMostMs]) if {
	some metric, limit in data.wanted.load
	not keeps(metric, limit)
}

# A bound that is at least as strict was met, by enough requests: an inconclusive one is not.
keeps(metric, limit) if {
	some bound in claims.load.bounds
	bound.metric == metric
	bound.is == "met"
	bound.unit == "ms"
	bound.comparator in {"<", "<="}
	to_number(bound.threshold) <= limit.atMostMs
	bound.sampleSize >= limit.sampleSize
}
