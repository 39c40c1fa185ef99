export type Guard = {
  file: string
  guard: string
  without: string
  /** A test that fails without it: its title, or the part of the title outside the placeholders. */
  heldBy: { file: string; test: string }
}

const RULE = 'shared/sync/live-delta.ts'
const RULE_TEST = { file: 'shared/sync/live-delta.test.ts', test: 'a device at' }
const DEVICE = 'web/sync/tab/live-deltas.ts'
const DEVICE_TEST = 'web/sync/tab/live-deltas.test.ts'
const NODE = 'sync-server/sync/live-deltas.ts'
const NODE_TEST = 'sync-server/sync/live-deltas.test.ts'

/** Lines of the deltas on the live connection. */
export const liveGuards: Record<string, Guard> = {
  'delta of the same epoch': {
    file: RULE,
    guard: "if (epoch !== own.epoch) return 'pull'",
    without: 'void epoch',
    heldBy: { file: RULE_TEST.file, test: 'a delta of another epoch is never applied' },
  },
  'delta continues what was seen': {
    file: RULE,
    guard: 'const isPastFrom = cursor > first || (cursor === first && from.seen === undefined)',
    without: 'const isPastFrom = cursor >= first',
    heldBy: RULE_TEST,
  },
  'delta without a gap': {
    file: RULE,
    guard: "return isPastFrom && cursor < last ? 'apply' : 'pull'",
    without: "return isPastFrom || cursor < last ? 'apply' : 'pull'",
    heldBy: RULE_TEST,
  },
  'delta not older than the device': {
    file: RULE,
    guard: "if (cursor > last || isSame(own, to)) return 'ignore'",
    without: "if (cursor > last || isSame(own, to)) return 'apply'",
    heldBy: RULE_TEST,
  },
  'delta waits for a pull': {
    file: DEVICE,
    guard: 'this.isStoring || isPulling() ||',
    without: 'this.isStoring || void isPulling ||',
    heldBy: { file: DEVICE_TEST, test: 'a delta that arrives during a pull waits for its end' },
  },
  'mass removal in a delta': {
    file: DEVICE,
    guard: 'if (await removesMany(db, delta, state)) return false',
    without: 'void removesMany',
    heldBy: { file: DEVICE_TEST, test: 'is pulled, and nothing is stored' },
  },
  'delta on a complete directory': {
    file: DEVICE,
    guard: 'if (!state?.isComplete || incoming || cursor === undefined) return false',
    without: 'void incoming\n  if (!state || cursor === undefined) return false',
    heldBy: { file: DEVICE_TEST, test: 'while the directory is' },
  },
  'pull behind a delta': {
    file: DEVICE,
    guard: 'if (!isUpToDate) this.askForPull()',
    without: 'void isUpToDate',
    heldBy: { file: DEVICE_TEST, test: 'is pulled, and nothing is stored' },
  },
  'overtaken pull repeated': {
    file: 'web/sync/engine/pull/pull-public.ts',
    guard: 'if (await applyDelta(db, state, { since, seen }, delta)) return',
    without: 'return void (await applyDelta(db, state, { since, seen }, delta))',
    heldBy: {
      file: 'tests/sync/device/public-lane-on-device.test.ts',
      test: 'a pull whose reply a delta of the live connection has overtaken is repeated',
    },
  },
  'delta begins where the one before ended': {
    file: NODE,
    guard: 'last = from\n',
    without: 'last = await lane.position()\n',
    heldBy: { file: NODE_TEST, test: 'a commit that the batch before has read is not sent again, and the next delta continues' },
  },
  'position read before the poke': {
    file: NODE,
    guard: 'void reader.restart().then(() => sendAll(poke))',
    without: 'void [sendAll(poke), reader.restart()]',
    heldBy: {
      file: NODE_TEST,
      test: 'a commit as the first device connects is a poke, and each one after it is read once for all devices',
    },
  },
  'exact end of a delta': {
    file: NODE,
    guard: "if ('reset' in delta || !lane.isExact(delta)) return 'pull'",
    without: "if ('reset' in delta) return 'pull'",
    heldBy: { file: NODE_TEST, test: 'a delta whose end does not identify what was read becomes a poke' },
  },
  'bounded unsent bytes': {
    file: NODE,
    guard: 'if (taker.getBufferedAmount() > MAX_UNSENT_BYTES || taker.send(message) === 0) lagging.add(taker)',
    without: 'taker.send(message)',
    heldBy: {
      file: NODE_TEST,
      test: 'a client that does not read costs the node a bounded number of bytes, and gets a poke when it reads again',
    },
  },
  'poke when there is room again': {
    file: NODE,
    guard: 'lagging.delete(taker)\n      send(taker, poke)',
    without: 'lagging.delete(taker)',
    heldBy: { file: NODE_TEST, test: 'a device with many unsent bytes gets no deltas until they have left, and then a poke' },
  },
  'deltas for those who opted in': {
    file: 'sync-server/sync/live.ts',
    guard: 'if (socket.data.query.deltas === OPTS_IN) deltas.opened(own)',
    without: 'if (OPTS_IN) deltas.opened(own)',
    heldBy: {
      file: 'tests/sync/conformance/live.test.ts',
      test: 'a client of the last release receives pokes only, while others receive the changes themselves',
    },
  },
}
