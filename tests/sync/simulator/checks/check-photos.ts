import assert from 'node:assert/strict'
import type { PhotoId } from '#shared/photos/contract.ts'
import type { SimHistory } from '#tests/sync/simulator/history.ts'
import { photoDraftId } from '#web/db/photo-queue.ts'
import { privateDatabaseName } from '#web/db/private-database.ts'
import { canBeAt } from './joins.ts'
import { withFirstIds } from './subjects.ts'
import { isOf } from './written.ts'

type Stored = { id: PhotoId; principal_id: string; contact_id: string; is_deleted: boolean }

/**
 * Each photo that was reported as saved is stored by the server once, for the account that took it and at its contact, or is on its
 * device: a guest's one, or one that the server does not accept. A deleted photo is on no screen.
 */
export async function checkPhotos({ oracle, backend, accounts, people }: SimHistory) {
  const stored = await backend.database.sql<Stored[]>`
    select id, principal_id, contact_id, deleted_at is not null as is_deleted from contact_photos`
  const renamed = await backend.database.sql<{ subject: string; before: string; after: string }[]>`
    select subject, before, after from text_changes where subject = 'new id' order by place`
  const plain = withFirstIds(renamed)
  for (const { id, principal_id, contact_id, is_deleted } of stored) {
    const photo = oracle.photos.get(id)
    assert(photo, `${id} was taken by no user`)
    const account = accounts.find(({ principalId }) => principalId === principal_id)
    assert(account ? isOf(photo.session, account) : photo.session.isGuest, `${photo.token} is attributed to another account`)
    assert(canBeAt(oracle, plain(contact_id), plain(photo.contactId)), `${photo.token} is at another contact`)
    assert(!is_deleted || photo.isDeleted, `${photo.token} was deleted by no user`)
  }
  for (const [id, { token, session, isSaved, isDeleted }] of oracle.photos) {
    const isOn = people.some(({ device, intended }) => {
      const drafts = device.disk.read(privateDatabaseName(intended?.principalId ?? 'guest'), 'drafts') as { id: string }[]
      return drafts.some((draft) => draft.id === photoDraftId(id))
    })
    if (isDeleted || session.isOver || !isSaved) continue
    const count = stored.filter((photo) => photo.id === id).length
    assert(count === 1 || (count === 0 && isOn), `${token} is stored ${count} times, and ${isOn ? 'is' : 'is not'} on its device`)
  }
}
