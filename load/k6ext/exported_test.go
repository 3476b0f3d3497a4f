package stream

import "testing"

func TestExportedMetricsHaveTheNamesOfTheConventions(t *testing.T) {
	for output, name := range map[string]string{
		outputOpenTelemetry: "gen_ai.client.operation.time_to_first_chunk",
		outputPrometheus:    "gen_ai_client_operation_time_to_first_chunk",
	} {
		exported, err := exportedBy(output)
		if err != nil || exported.firstChunk.Name != name {
			t.Errorf("of %s: expected %s, observed %v, %v", output, name, exported.firstChunk, err)
		}
	}
}

func TestNothingIsExportedUnlessAskedFor(t *testing.T) {
	exported, err := exportedBy("")
	if exported != nil || err != nil {
		t.Errorf("expected none, observed %v, %v", exported, err)
	}
	if _, err := exportedBy("csv"); err == nil {
		t.Error("an unknown output was taken")
	}
}
