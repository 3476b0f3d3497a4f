// Package collect gives the records of a run, while it goes on, to a collector on another machine: of a pod that ends
// nothing is left otherwise.
package collect

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

const (
	// addressName, runName and tokenName are the variables by which a pod knows its collector.
	addressName = "ASSAY_COLLECT"
	runName     = "ASSAY_COLLECT_RUN"
	tokenName   = "ASSAY_COLLECT_TOKEN"
	// answerWithin is for a piece; a collector has nothing to do but to write it down.
	answerWithin = 15 * time.Second
	// mostAnswer is far more than a collector says.
	mostAnswer = 4 << 10
)

// Collector is where the records of all segments of a run go.
type Collector struct {
	address string
	run     string
	token   string
	client  *http.Client
}

// FromEnvironment is nil where no collector is named.
func FromEnvironment(getenv func(string) string) (*Collector, error) {
	address := strings.TrimRight(getenv(addressName), "/")
	if address == "" {
		return nil, nil
	}
	if to, err := url.Parse(address); err != nil || to.Host == "" || (to.Scheme != "http" && to.Scheme != "https") {
		return nil, fmt.Errorf("%s is a URL such as http://run-collect:8080, not %q", addressName, address)
	}
	for _, name := range []string{runName, tokenName} {
		if getenv(name) == "" {
			return nil, fmt.Errorf("%s is set, and %s is missing", addressName, name)
		}
	}
	// A transport of its own, without proxy: what is measured shares nothing with it.
	client := &http.Client{Timeout: answerWithin, Transport: &http.Transport{MaxIdleConnsPerHost: 1}}
	return &Collector{address: address, run: getenv(runName), token: getenv(tokenName), client: client}, nil
}

// refused is an answer that will not change.
type refused struct {
	status int
	says   string
}

func (r *refused) Error() string {
	return fmt.Sprintf("the collector refuses (%d): %s", r.status, r.says)
}

// piece is a part of a file of one segment: the bytes from there on, or all of a file that is replaced.
type piece struct {
	segment, attempt, file string
	at                     int64
	bytes                  []byte
}

// post gives the length that the collector has of the file now, whether the piece was new to it or not.
func (c *Collector) post(ctx context.Context, of piece) (int64, error) {
	var body bytes.Buffer
	packed, err := gzip.NewWriterLevel(&body, gzip.BestSpeed)
	if err != nil {
		return 0, err
	}
	_, written := packed.Write(of.bytes)
	if err := errors.Join(written, packed.Close()); err != nil {
		return 0, err
	}
	query := url.Values{"segment": {of.segment}, "at": {strconv.FormatInt(of.at, 10)}}
	to := fmt.Sprintf("%s/runs/%s/%s/%s?%s", c.address, url.PathEscape(c.run), of.attempt, of.file, query.Encode())
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, to, &body)
	if err != nil {
		return 0, err
	}
	request.Header.Set("Authorization", "Bearer "+c.token)
	request.Header.Set("Content-Encoding", "gzip")
	request.Header.Set("Content-Type", "application/octet-stream")
	answer, err := c.client.Do(request)
	if err != nil {
		return 0, err
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(answer.Body, mostAnswer))
	if err != nil {
		return 0, err
	}
	return lengthIn(answer.StatusCode, text)
}

// lengthIn reads an answer. A conflict is none: the collector has another length than was thought.
func lengthIn(status int, text []byte) (int64, error) {
	switch {
	case status == http.StatusOK || status == http.StatusConflict:
		var has struct {
			Bytes *int64 `json:"bytes"`
		}
		if json.Unmarshal(text, &has) != nil || has.Bytes == nil || *has.Bytes < 0 {
			return 0, errors.New("the collector answers without a length")
		}
		return *has.Bytes, nil
	case status == http.StatusRequestTimeout || status == http.StatusTooManyRequests || status >= 500 && status != http.StatusInsufficientStorage:
		return 0, fmt.Errorf("the collector answers %d", status)
	default:
		return 0, &refused{status: status, says: strings.TrimSpace(string(text))}
	}
}

// isFinal tells a refusal from what may be better the next time.
func isFinal(err error) bool {
	var final *refused
	return errors.As(err, &final)
}
