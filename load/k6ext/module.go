// Package stream is the k6 extension k6/x/stream: it posts requests at their intended times, stamps every server-sent
// event on arrival, and writes one record a request. k6's own HTTP client returns only after the whole body.
package stream

import (
	"sync"

	"go.k6.io/k6/v2/js/common"
	"go.k6.io/k6/v2/js/modules"
)

func init() { modules.Register("k6/x/stream", &rootModule{}) }

// rootModule is one for the process: it holds the run that all virtual users share.
type rootModule struct {
	once sync.Once
	run  *run
	err  error
}

// NewModuleInstance is called by k6 once for each virtual user.
func (root *rootModule) NewModuleInstance(vu modules.VU) modules.Instance {
	registered, err := registerMetrics(vu)
	if err != nil {
		common.Throw(vu.Runtime(), err)
	}
	return newInstance(root, vu, registered)
}

// begin starts the run with the first virtual user that comes; the others find it begun.
func (root *rootModule) begin(vu modules.VU, options runOptions) (*run, error) {
	root.once.Do(func() { root.run, root.err = startRun(vu, options) })
	return root.run, root.err
}
