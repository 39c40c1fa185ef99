import type { Stage } from './stage.ts'
import type { Entry, Pushed, Result } from './wire.ts'

/** The expected contents of the database, derived from the requests and their replies. */
export type Model = ReturnType<typeof createModel>

/** Refusals of an entry that was not applied. */
const LEAVE_NO_PROCESSED_ROW = new Set(['invalid', 'sync.unknown-mutation', 'forbidden'])

type FollowUpValues = { stage?: unknown; rating?: unknown; remindByMail?: unknown }

/** @param earlier  ids of mutations that were applied before, by the principal that sent them */
export function createModel(earlier: ReadonlyMap<string, string> = new Map()) {
  const applied = new Set<string>()
  const refused = new Set<string>()
  const replaced = new Set<string>()
  const tickets = new Set<string>()
  const messages = new Set<string>()
  const saved = new Map<string, boolean>()
  const votes = new Map<string, boolean>()
  const followUps = new Map<string, FollowUpValues>()

  const effects: Record<string, (principalId: string, args: Record<string, unknown>) => void> = {
    'investor.save': (principalId, { vcId, isSaved }) => saved.set(`${principalId} ${vcId}`, isSaved === true),
    'vote.cast': (principalId, { projectId, isCast }) => votes.set(`${principalId} ${projectId}`, isCast === true),
    'feedback.submit': (_, { id }) => tickets.add(String(id)),
    'support.submit': (_, { id }) => tickets.add(String(id)),
    'ticket.write': (_, { id }) => messages.add(String(id)),
    'contact.follow-up': (principalId, { contactId, stage, rating, remindByMail }) => {
      const key = `${principalId} ${contactId}`
      const named = Object.entries({ stage, rating, remindByMail }).filter(([, value]) => value !== undefined)
      followUps.set(key, { ...followUps.get(key), ...Object.fromEntries(named) })
    },
  }

  return {
    /**
     * @returns violations in the results themselves: an id that was applied before, or a result for an entry that was not sent
     */
    addPush(principalId: string, entries: Entry[], { results }: Pushed): string[] {
      const faults: string[] = []
      if (results.length !== entries.length) faults.push(`${entries.length} entries have ${results.length} results`)
      for (const [at, result] of results.entries()) {
        const entry = entries[at]
        if (entry?.id !== result.id) faults.push(`result ${at} is of another entry`)
        else faults.push(...add(principalId, entry, result))
      }
      return faults
    },
    addTicket: (id: string) => tickets.add(id),
    setVote: (principalId: string, projectId: string, isCast: boolean) => votes.set(`${principalId} ${projectId}`, isCast),
    compare,
  }

  function add(principalId: string, entry: Entry, { id, status, code }: Result): string[] {
    if (status === 'retry') return [`${entry.name} has to be sent again, though nothing is overloaded`]
    if (status === 'refused') {
      refused.add(id)
      // Refused together with what it replaces, which must not be applied after it either.
      if (!LEAVE_NO_PROCESSED_ROW.has(code ?? '')) for (const each of (entry.replaces ?? []) as string[]) replaced.add(each)
    }
    const isKnown = applied.has(id) || replaced.has(id) || earlier.get(id) === principalId
    if (status === 'duplicate' && !isKnown) return [`${id} is a duplicate of nothing`]
    if (status !== 'applied') return []
    if (applied.has(id) || earlier.has(id)) return [`${id} was applied twice`]
    applied.add(id)
    for (const each of (entry.replaces ?? []) as string[]) replaced.add(each)
    effects[String(entry.name)]?.(principalId, entry.args as Record<string, unknown>)
    return []
  }

  /** Differences between this model and the database, as sentences. */
  async function compare({ sql }: Pick<Stage, 'sql'>, known: { tickets: string[]; mutationIds: string[] }): Promise<string[]> {
    const list = async (rows: Promise<{ key: string }[]>) => (await rows).map(({ key }) => key)
    const rows = await sql<{ id: string; status: string }[]>`select id, status from processed_mutations`
    const follow = await sql<{ key: string; stage: unknown; rating: unknown; remind: unknown }[]>`
      select principal_id || ' ' || contact_id as key, stage, rating, remind_by_mail as remind from contact_follow_ups`
    const kept = new Map(follow.map(({ key, ...row }) => [key, row]))
    const counts = await sql<{ id: string }[]>`
      select id from projects p where vote_count <> (select count(*) from project_votes v where v.project_id = p.id and v.is_cast)`
    const isOn = (states: Map<string, boolean>) => [...states].filter(([, on]) => on).map(([key]) => key)
    const principals = new Set([...saved.keys(), ...votes.keys()].map((key) => key.split(' ')[0]))
    const ofModel = (keys: string[]) => keys.filter((key) => principals.has(key.split(' ')[0]))
    return [
      ...differ('tickets', await list(sql`select id as key from tickets`), [...tickets, ...known.tickets]),
      ...differ('messages', await list(sql`select id as key from ticket_messages where "from" = 'author'`), [...messages]),
      ...differ('saved', ofModel(await list(sql`select principal_id || ' ' || vc_id as key from saved_investors`)), isOn(saved)),
      ...differ(
        'votes',
        ofModel(
          await list(sql`
            select p.id || ' ' || v.project_id as key from project_votes v join principals p on p.user_id = v.user_id where v.is_cast`),
        ),
        isOn(votes),
      ),
      ...differ(
        'processed rows of applied mutations',
        rows.filter(({ status }) => status === 'applied').map(({ id }) => id),
        [...new Set([...applied, ...replaced, ...known.mutationIds])],
      ),
      ...rows
        .filter(({ id, status }) => status === 'refused' && !refused.has(id))
        .map(({ id }) => `${id} was refused, and no reply reported it`),
      ...[...followUps].flatMap(([key, expected]) => {
        const row = kept.get(key)
        const is = { stage: row?.stage, rating: row?.rating, remindByMail: row?.remind }
        const wrong = Object.entries(expected).filter(([name, value]) => is[name as keyof FollowUpValues] !== value)
        return wrong.map(([name, value]) => `the ${name} of ${key} is ${is[name as keyof FollowUpValues]}, not ${value}`)
      }),
      ...counts.map(({ id }) => `the votes of ${id} are not as many as its count`),
    ]
  }
}

function differ(what: string, is: string[], expected: string[]): string[] {
  const [isSet, wantedSet] = [new Set(is), new Set(expected)]
  return [
    ...(is.length === isSet.size ? [] : [`${what}: some are there twice`]),
    ...is.filter((key) => !wantedSet.has(key)).map((key) => `${what}: ${key} is there and should not be`),
    ...expected.filter((key) => !isSet.has(key)).map((key) => `${what}: ${key} is missing`),
  ]
}
