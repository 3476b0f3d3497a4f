package transport

import (
	"context"

	"assay/k6ext/outcome"
	"assay/k6ext/receipt"
	"assay/k6ext/record"
)

// Exchange is one request on its way: its connection, and the contexts that may end it.
type Exchange struct {
	runContext context.Context
	ownContext context.Context
	trace      connectionTrace
}

// NewExchange is of a request that is to be sent; ownContext is made of runContext, with the request's own deadline.
func NewExchange(runContext, ownContext context.Context) *Exchange {
	return &Exchange{runContext: runContext, ownContext: ownContext}
}

// Context is that of the request that is sent.
func (e *Exchange) Context() context.Context { return e.trace.watch(e.ownContext) }

// Connection tells whether one was had at all, whether it was an earlier request's, and what opening it took.
func (e *Exchange) Connection() (got, reused bool, durations record.Connecting) {
	return e.trace.result()
}

// Receipts are those of the answer; nil where the kernel stamps nothing.
func (e *Exchange) Receipts() *receipt.Receipts { return e.trace.receipts() }

// AskKernel has the receipts filled with what the kernel knows of the request's way; nil where it stamps nothing.
func (e *Exchange) AskKernel() *receipt.Receipts { return e.trace.askKernel() }

// EndingOfHead is that of a request that has no response; connected tells whether it had a connection.
func (e *Exchange) EndingOfHead(err error, connected bool) outcome.Ending {
	if ended, is := contextEnding(e.runContext, e.ownContext); is {
		return ended
	}
	return headFailure(err, connected, e.trace.endedBy())
}

// EndingOfBody is that of a response whose body broke off.
func (e *Exchange) EndingOfBody(err error) outcome.Ending {
	if ended, is := contextEnding(e.runContext, e.ownContext); is {
		return ended
	}
	return bodyFailure(err)
}
