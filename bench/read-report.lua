-- Prints what wrk has measured as one line of JSON: of the latencies the middles of 500 equal parts, in order.
local parts = 500

function done(summary, latency)
  local errors = summary.errors
  local latencies = {}
  for part = 1, parts do
    latencies[part] = string.format('%d', latency:percentile((part - 0.5) * 100 / parts))
  end
  io.write(string.format(
    '\n{"requests":%d,"microseconds":%d,"failures":%d,"latencies":[%s]}\n',
    summary.requests,
    summary.duration,
    errors.connect + errors.read + errors.write + errors.timeout + errors.status,
    table.concat(latencies, ',')
  ))
end
