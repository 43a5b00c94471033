-- Prints wrk's results as one line of JSON.
function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\n{"requests":%d,"microseconds":%d,"failures":%d,"p50":%d,"p99":%d}\n',
    summary.requests,
    summary.duration,
    errors.connect + errors.read + errors.write + errors.timeout + errors.status,
    latency:percentile(50),
    latency:percentile(99)
  ))
end
