import { expect, test } from 'vitest'
import { readTraceParent } from './request-spans.ts'

const [traceId, spanId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']

test.each([
  [`00-${traceId}-${spanId}-01`, { traceId, spanId, isSampled: true }],
  [`00-${traceId}-${spanId}-00`, { traceId, spanId, isSampled: false }],
  [`01-${traceId}-${spanId}-03-more`, { traceId, spanId, isSampled: true }],
  [`ff-${traceId}-${spanId}-01`, undefined],
  [`00-${'0'.repeat(32)}-${spanId}-01`, undefined],
  [`00-${traceId}-${'0'.repeat(16)}-01`, undefined],
  [`00-${traceId.toUpperCase()}-${spanId}-01`, undefined],
  [`00-${traceId}-${spanId}`, undefined],
  ['', undefined],
  [null, undefined],
])('the header %j names %j', (header, remote) => {
  expect(readTraceParent(header)).toEqual(remote)
})
