// Opa evaluates a Rego policy for a test, with the engine itself: the policy's file and its data (JSON) are arguments,
// the inputs come as a JSON list on stdin, and a list of {"allow", "deny"} goes to stdout.
package main

import (
	"context"
	"encoding/json"
	"log"
	"os"

	"github.com/open-policy-agent/opa/v1/rego"
	"github.com/open-policy-agent/opa/v1/storage/inmem"
)

func main() {
	if len(os.Args) != 3 {
		log.Fatal("usage: opa POLICY DATA < INPUTS")
	}
	policy, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	var data map[string]any
	if err := json.Unmarshal([]byte(os.Args[2]), &data); err != nil {
		log.Fatal(err)
	}
	var inputs []any
	if err := json.NewDecoder(os.Stdin).Decode(&inputs); err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	query, err := rego.New(
		rego.Query("x = {\"allow\": data.assay.certificate.allow, \"deny\": data.assay.certificate.deny}"),
		rego.Module(os.Args[1], string(policy)),
		rego.Store(inmem.NewFromObject(data)),
	).PrepareForEval(ctx)
	if err != nil {
		log.Fatal(err)
	}
	results := make([]any, 0, len(inputs))
	for _, input := range inputs {
		found, err := query.Eval(ctx, rego.EvalInput(input))
		if err != nil || len(found) != 1 {
			log.Fatalf("%d results, %v", len(found), err)
		}
		results = append(results, found[0].Bindings["x"])
	}
	if err := json.NewEncoder(os.Stdout).Encode(results); err != nil {
		log.Fatal(err)
	}
}
