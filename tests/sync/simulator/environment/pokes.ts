import { connect } from '#server/database/client.ts'
import { createLog } from '#server/log.ts'
import { createCommitListener } from '#server/sync/commit-listener.ts'

type Address = { socketPath: string; database: string }

const CAUGHT_UP = 'caught up '

/** The real notices of a database, heard by a node of its own. */
export class Pokes {
  /** Told of each commit that somebody should hear of. */
  onTopic: (topic: string) => void = () => undefined
  private readonly waiting = new Map<string, () => void>()
  private asked = 0

  private constructor(
    private readonly database: ReturnType<typeof connect>,
    private readonly notices: ReturnType<typeof createCommitListener>,
  ) {}

  static async open(address: Address): Promise<Pokes> {
    const database = connect(address, { max: 1 })
    const notices = createCommitListener({
      ...database,
      log: createLog('silent'),
      onCommit: (topic) => pokes.hear(topic),
      onGap: () => undefined,
    })
    const pokes: Pokes = new Pokes(database, notices)
    await notices.open()
    return pokes
  }

  /** Until everything that is committed now has been heard: notices come in the order of their commits. */
  async caughtUp(): Promise<void> {
    const word = `${CAUGHT_UP}${++this.asked}`
    const heard = new Promise<void>((resolve) => this.waiting.set(word, resolve))
    await this.database.sql`select pg_notify('latchkey_sync', ${word})`
    await heard
  }

  async close() {
    await this.notices.close()
    await this.database.close()
  }

  private hear(topic: string) {
    if (!topic.startsWith(CAUGHT_UP)) return this.onTopic(topic)
    this.waiting.get(topic)?.()
    this.waiting.delete(topic)
  }
}
