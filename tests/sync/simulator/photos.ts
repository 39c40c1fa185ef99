import type { VcId } from '#shared/ids.ts'
import type { PhotoId } from '#shared/photos/contract.ts'
import type { Session } from '#tests/sync/simulator/checks/written.ts'
import { timersOf } from '#tests/sync/simulator/environment/js-context.ts'
import { photoDraftId } from '#web/db/photo-queue.ts'
import { syncPhotos } from '#web/features/contacts/photos/photo-sync.ts'
import { readPhotos } from '#web/features/contacts/photos/queries.ts'
import { newPhotoId, queuePhoto, removeFromQueue } from '#web/features/contacts/photos/queue.ts'
import { ABOUT } from './base.ts'
import type { SimTab } from './device.ts'
import type { SimHistory } from './history.ts'
import type { Person } from './person.ts'

/** One pixel. */
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const file = new Blob([Buffer.from(PICTURE, 'base64')], { type: 'image/png' })

type About = { about: number }

/** Adds a photo, and runs the queue as the app does. The token in its draft shows where else the draft is stored. */
export async function takePhoto(history: SimHistory, person: Person, tab: SimTab, session: Session, { about }: About) {
  const { oracle } = history
  const db = tab.private
  if (!db) return
  const now = person.device.now()
  const id = newPhotoId(now)
  const contactId = ABOUT[about] as VcId
  const photo = { session, contactId, token: oracle.newToken(session), isSaved: false, isDeleted: false }
  oracle.photos.set(id, photo)
  const values = { id, contactId, width: 1, height: 1, takenAt: new Date(now).toISOString(), token: photo.token }
  await queuePhoto(db, { ...values, file })
  photo.isSaved = true
  sendPhotos(history, person, tab)
}

/** Deletes a photo that the screen shows. */
export async function removePhoto({ oracle }: SimHistory, tab: SimTab, { photo: pick }: { photo: number }) {
  const db = tab.private
  if (!db) return
  const all = await Promise.all(ABOUT.map((contactId) => readPhotos(db, contactId as VcId)))
  const shown = all.flat().filter(({ deletedAt }) => deletedAt === null)
  const chosen = shown[pick % Math.max(1, shown.length)]
  const known = chosen && oracle.photos.get(chosen.id)
  if (!chosen || !known) return
  const { id, contactId, queued } = chosen
  const sendDeletion = (photo: { id: PhotoId; contactId: VcId }) =>
    tab.client.enqueue('photo.delete', { id: photo.id, contactId: photo.contactId, isDeleted: true })
  // The tab may die after it stored the deletion and before it reports it.
  known.isDeleted = true
  if (queued) await removeFromQueue(db, queued, sendDeletion)
  else await sendDeletion({ id, contactId })
}

/** Runs the queue in a tab, in parallel with everything else, also with the queue of another tab. */
export function sendPhotos(history: SimHistory, person: Person, tab: SimTab) {
  const { device, network } = person
  const db = tab.private
  if (!db) return
  const deps = {
    send: network.of(tab.context),
    now: device.now,
    after: timersOf(history.clock, tab.context),
    requestSync: () => tab.client.requestSync(),
    stop: new AbortController().signal,
  }
  person.runInParallel(tab, () => syncPhotos(deps, db), history.onError(person))
}

/** Photos of a principal that wait on a device, without those that the server does not accept. */
export const waitingPhotos = (drafts: unknown[]) =>
  (drafts as { id: string; values: { refusal?: object } }[]).filter(({ id, values }) => isPhoto(id) && !values.refusal)

const isPhoto = (id: string) => id.startsWith(photoDraftId('' as PhotoId))
