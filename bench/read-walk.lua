-- Requests each address of a file once, and ends when all are answered; for one thread of wrk.
local ffi = require('ffi')
ffi.cdef('int getpid(void); int kill(int pid, int signal);')
local interrupt = 2

local addresses = {}
local asked, answered = 0, 0

function init(arguments)
  for line in io.lines(arguments[1]) do
    addresses[#addresses + 1] = line
  end
end

function request()
  asked = asked + 1
  return wrk.format('GET', addresses[(asked - 1) % #addresses + 1])
end

function response()
  answered = answered + 1
  if answered == #addresses then
    wrk.thread:stop()
    -- wrk sleeps until its time is over; a signal ends the sleep.
    ffi.C.kill(ffi.C.getpid(), interrupt)
  end
end

dofile(debug.getinfo(1, 'S').source:match('^@(.*/)') .. 'read-report.lua')
