import { figuresHoldUntil } from '#server/features/listings/sync-source.ts'
import type { PrivateInputs } from '#server/sync/private/private-source.ts'
import { earningsHoldUntil } from './features/earnings/sync-source.ts'

/** Tables that determine the owner of what is sold under an id: `sold-listings.ts`. */
const answeredFor = ['vcs', 'principals'] as const
/** The name of a founder, and their published project. */
const founders = ['principals', 'users', 'projects'] as const

/** The tables that each source of the private lane reads. */
export const privateInputs: PrivateInputs = {
  account: { tables: ['principals', 'users'] },
  contacts: { tables: ['vc_unlocks', 'payments', 'contact_intros', 'vcs', 'directory_investors'] },
  decisionMakers: { tables: ['decision_maker_unlocks', 'decision_makers', 'cold_investors'] },
  orders: { tables: ['orders', 'receipts', 'refund_requests'] },
  notes: { tables: ['contact_notes'] },
  followUps: { tables: ['contact_follow_ups'] },
  saved: { tables: ['saved_investors'] },
  votes: { tables: ['project_votes', 'projects'] },
  requests: { tables: ['vc_requests', 'vcs', 'directory_investors'] },
  performance: { tables: ['projects', 'principals', 'visit_counts'] },
  ownListings: { tables: ['vcs', 'principals'] },
  requestsReceived: { tables: [...answeredFor, ...founders, 'vc_requests', 'orders'] },
  callsBooked: { tables: [...answeredFor, ...founders, 'meeting_bookings'] },
  listingFigures: {
    tables: [...answeredFor, ...['visit_counts', 'vc_requests', 'vc_unlocks', 'meeting_bookings', 'ledger_entries', 'orders']],
    until: figuresHoldUntil,
  },
  earnings: {
    tables: [
      ...answeredFor,
      ...founders,
      ...['ledger_entries', 'orders', 'meeting_bookings', 'refund_requests', 'fraud_warnings', 'disputes', 'jobs'],
      ...['payout_lines', 'payout_batches', 'buyer_marks'],
    ],
    until: earningsHoldUntil,
  },
  ownProject: { tables: ['principals', 'project_drafts', 'projects'] },
  tickets: { tables: ['tickets', 'ticket_messages'] },
  bookings: { tables: [...answeredFor, 'meeting_bookings', 'orders', 'vc_unlocks'] },
}
