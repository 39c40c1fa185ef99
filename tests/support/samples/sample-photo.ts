import type { VcId } from '#shared/ids.ts'
import type { ContactPhoto, PhotoId } from '#shared/photos/contract.ts'

/** A photo that another device has added and that has not arrived on this one. */
export const samplePhoto = (over: Partial<ContactPhoto> = {}) => ({
  id: 'pho_0193a1b2-0000-7000-8000-000000000001' as PhotoId,
  contactId: 'recA' as VcId,
  takenAt: '2026-11-27T09:00:00.000Z',
  width: 1600,
  height: 1200,
  deletedAt: null,
  ...over,
  file: undefined as Blob | undefined,
  queued: undefined,
})
