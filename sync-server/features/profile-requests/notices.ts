import type { Keyring } from '#server/crypto/keyring.ts'
import type { Database } from '#server/database/client.ts'
import { listedUnasked } from '#server/email/messages/profile-requests.ts'
import { queueMail } from '#server/email/outbox.ts'
import { insertNotice, listUnnotified, setMail, takeOverOutcomes } from './notice-queries.ts'

export const NOTIFY_LISTED = 'listings.notify'

/** The law allows a month. 100 mails an hour are 70,000 in that time, and no mail server treats them as spam. */
export const NOTIFY_EVERY_SECONDS = 60 * 60
const BATCH_SIZE = 100

type NoticeDeps = { db: Database; keyring: Keyring; base: () => string }

/**
 * Notifies people who are listed without their request, once per record with a mailbox, and stores the proof. A record must be a
 * day old: records imported by mistake are gone by that time.
 */
export const notifyListed =
  ({ db, keyring, base }: NoticeDeps) =>
  async () => {
    await takeOverOutcomes(db)
    for (const { id, name, email } of await listUnnotified(db, BATCH_SIZE)) {
      const addressKey = await keyring.sign('notice', email.toLowerCase())
      await db.transaction(async (tx) => {
        // Another node may have just done it.
        if (!(await insertNotice(tx, { vcId: id, addressKey }))) return
        const message = listedUnasked(name, `${base()}/vc/${encodeURIComponent(id)}`, `${base()}/privacy-policy`)
        await setMail(tx, id, await queueMail(tx, { to: email, template: 'listing-notice', message }))
      })
    }
  }
