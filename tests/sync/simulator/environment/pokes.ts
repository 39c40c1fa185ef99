import { connect } from '#server/database/client.ts'
import { createLog } from '#server/log.ts'
import { createCommitListener } from '#server/sync/commit-listener.ts'

type Address = { socketPath: string; database: string }

const CAUGHT_UP = 'caught up '

/** The real notifications of a database, received by a separate listener. */
export class Pokes {
  /** Called with the topic of each commit. */
  onTopic: (topic: string) => void = () => undefined
  /** Called when notifications may have been missed. */
  onGap: () => void = () => undefined
  private readonly waiting = new Map<string, () => void>()
  private count = 0

  private constructor(
    private readonly database: ReturnType<typeof connect>,
    private readonly notices: ReturnType<typeof createCommitListener>,
  ) {}

  static async open(address: Address): Promise<Pokes> {
    const database = connect(address, { max: 1 })
    const notices = createCommitListener({
      ...database,
      log: createLog('silent'),
      onCommit: (topic) => pokes.receive(topic),
      onGap: () => pokes.resume(),
    })
    const pokes: Pokes = new Pokes(database, notices)
    await notices.open()
    return pokes
  }

  /** Resolves when everything committed so far was received: notifications arrive in the order of their commits. */
  async caughtUp(): Promise<void> {
    const marker = `${CAUGHT_UP}${++this.count}`
    const received = new Promise<void>((resolve) => this.waiting.set(marker, resolve))
    await this.mark(marker)
    await received
  }

  private mark = (marker: string) => this.database.sql`select pg_notify('latchkey_sync', ${marker})`

  /** On a machine that is too busy to answer for some seconds, the listener reconnects. Markers that it missed are sent again; if that fails, at the next reconnection. */
  private resume() {
    this.onGap()
    for (const marker of this.waiting.keys()) this.mark(marker).catch(() => undefined)
  }

  async close() {
    await this.notices.close()
    await this.database.close()
  }

  private receive(topic: string) {
    if (!topic.startsWith(CAUGHT_UP)) return this.onTopic(topic)
    this.waiting.get(topic)?.()
    this.waiting.delete(topic)
  }
}
