// Command k6 is Grafana k6 with assay's stream client compiled in: pinned sources and one go.sum give one reproducible binary.
package main

import (
	"go.k6.io/k6/v2/cmd"

	_ "assay/k6ext"
)

func main() { cmd.Execute() }
