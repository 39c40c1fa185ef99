import { createHash } from 'node:crypto'
import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import * as accounts from '#shared/accounts/contract.ts'
import * as bookings from '#shared/bookings/contract.ts'
import * as coldScout from '#shared/cold-scout/contract.ts'
import * as contacts from '#shared/contacts/contract.ts'
import * as entries from '#shared/contacts/entry.ts'
import * as followUps from '#shared/contacts/follow-up.ts'
import * as directory from '#shared/directory/contract.ts'
import * as earnings from '#shared/earnings/contract.ts'
import * as tickets from '#shared/help/ticket.ts'
import * as activity from '#shared/listings/activity.ts'
import * as owners from '#shared/listings/contract.ts'
import * as notices from '#shared/notices/contract.ts'
import * as orders from '#shared/orders/contract.ts'
import * as people from '#shared/people/contract.ts'
import * as projects from '#shared/projects/contract.ts'
import * as performance from '#shared/projects/performance.ts'
import * as votes from '#shared/projects/vote.ts'
import * as raise from '#shared/raise/contract.ts'
import * as searches from '#shared/searches/contract.ts'
import * as live from '#shared/sync/live-delta.ts'
import { mutationArgs } from '#shared/sync/mutations.ts'
import * as protocol from '#shared/sync/protocol.ts'
import { PullDirectory, PullMe, PullPart } from '#shared/sync/pull.ts'
import * as push from '#shared/sync/push.ts'
import { Push } from '#shared/sync/push-request.ts'
import * as templates from '#shared/templates/contract.ts'
import * as requests from '#shared/unlocks/requests.ts'

type Schema = v.GenericSchema

/** The messages between an installed app and the server's two lanes that have a schema. Of documents, `ownProject` has a type only. */
const messages: Record<string, Schema> = {
  'GET directory/snapshot': protocol.DirectorySnapshot,
  'GET directory/parts': protocol.DirectoryPart,
  'GET directory/parts ask': PullPart,
  'GET directory ask': PullDirectory,
  'GET directory answer': protocol.DirectoryDelta,
  'POST me ask': PullMe,
  'POST me answer': protocol.PrivateDelta,
  'POST push ask': Push,
  'POST push answer': push.PushReply,
  live: protocol.Poke,
  'live ask': live.LiveQuery,
  'live delta': live.LiveDelta,
  'doc investors': directory.Investor,
  'doc stats': directory.InvestorStats,
  'doc coldFunds': coldScout.ColdFund,
  'doc projects': projects.Project,
  'doc account': accounts.AccountDoc,
  'doc contacts': contacts.Contact,
  'doc decisionMakers': coldScout.DecisionMaker,
  'doc orders': orders.OrderEntry,
  'doc notes': contacts.ContactNote,
  'doc followUps': followUps.FollowUp,
  'doc saved': contacts.SavedInvestor,
  'doc votes': votes.ProjectVote,
  'doc requests': requests.RequestEntry,
  'doc performance': performance.ProjectPerformance,
  'doc ownListings': owners.OwnListing,
  'doc requestsReceived': activity.RequestReceived,
  'doc callsBooked': activity.CallBooked,
  'doc listingFigures': activity.ListingFigures,
  'doc earnings': earnings.EarningsEntry,
  'doc tickets': tickets.Ticket,
  'doc bookings': bookings.Booking,
  'doc notices': notices.Notice,
  'doc people': people.Person,
  'doc deals': raise.Deal,
  'doc raise': raise.Round,
  'doc entries': entries.ContactEntry,
  'doc searches': searches.SavedSearch,
  'doc templates': templates.MailTemplate,
  ...Object.fromEntries(Object.entries(mutationArgs).map(([name, schema]) => [`mutation ${name}`, schema as Schema])),
}

/** One hash per message: it changes when, and only when, the schema does. */
export function wireFingerprints(): Record<string, string> {
  const fingerprint = (schema: Schema) => {
    const shape = toJsonSchema(schema, { errorMode: 'ignore', typeMode: 'input' })
    return createHash('sha256').update(JSON.stringify(shape)).digest('hex').slice(0, 12)
  }
  return Object.fromEntries(Object.entries(messages).map(([name, schema]) => [name, fingerprint(schema)]))
}

export const FINGERPRINTS = `${import.meta.dirname}/wire-fingerprints.json`

// `bun tests/sync/support/wire-fingerprints.ts` records the current schemas.
if (import.meta.main) await Bun.write(FINGERPRINTS, `${JSON.stringify(wireFingerprints(), null, 2)}\n`)
