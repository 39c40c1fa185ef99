import { useCallback, useEffect, useRef, useState } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import * as v from 'valibot'
import type { User } from '#shared/accounts/contract.ts'
import { fullName } from '#shared/accounts/full-name.ts'
import { ApplyAsInvestor } from '#shared/applications/contract.ts'
import { type ApplicationDraft, applicationOf, type DraftField, draftOf, isBlank } from '#shared/applications/draft.ts'
import type { OwnListing } from '#shared/listings/contract.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { useLocalDraft } from '#web/forms/use-local-draft.ts'
import { type KeptDraft, writeDraft } from './draft-store.ts'

/** Validates with the contract that the server uses. Its fields have the names of the form's fields. */
const resolver: Resolver<ApplicationDraft> = (draft) => {
  const read = v.safeParse(ApplyAsInvestor, applicationOf(draft))
  if (read.success) return { values: draft, errors: {} }
  const errors: Partial<Record<DraftField, { type: string; message: string }>> = {}
  for (const { path, message } of read.issues) {
    const field = path?.[0].key as DraftField
    errors[field] ??= { type: 'contract', message }
  }
  return { values: {}, errors }
}

/** The draft; without one, the last application. */
const initialDraft = ({ draft }: KeptDraft, past: OwnListing | undefined) => (past && isBlank(draft) ? draftOf(past) : draft)

/** The listing that prefills the form, or prefilled it when its draft was first saved. */
const originOf = ({ draft, from }: KeptDraft, past: OwnListing | undefined) => from ?? (isBlank(draft) ? past?.id : undefined)

/** Empty fields are filled from the account; typed text remains. */
function prefilled(draft: ApplicationDraft, user: User | null): ApplicationDraft {
  const hasNoKind = !draft.isVentureCapital && !draft.isAngel
  return {
    ...draft,
    partnerName: draft.partnerName || (fullName(user) ?? ''),
    email: draft.email || (user?.email ?? ''),
    isVentureCapital: hasNoKind ? user?.userType !== 'angel' : draft.isVentureCapital,
    isAngel: hasNoKind ? user?.userType === 'angel' : draft.isAngel,
  }
}

/** The form with its draft: each keystroke is stored on the device, and `draftStatus` reports whether that succeeded. */
export function useApplicationForm(db: PrivateDatabase, user: User | null, kept: KeptDraft, past?: OwnListing) {
  const form = useForm<ApplicationDraft>({ resolver, defaultValues: prefilled(initialDraft(kept, past), user) })
  const { isDirty } = form.formState
  const pastId = past?.id
  // Set also while the listing is being deleted: the draft is then dropped at the next opening.
  const origin = useRef(originOf(kept, past))
  // The last application may arrive with a pull after the form has been opened. Typed text remains.
  useEffect(() => {
    if (!pastId || isDirty) return
    origin.current = originOf(kept, past)
    form.reset(prefilled(initialDraft(kept, past), user))
  }, [pastId])
  const [photo, setPhoto] = useState(kept.photo)
  const write = useCallback((next: KeptDraft) => writeDraft(db, next), [db])
  const { status, keep } = useLocalDraft(write)

  /** Resolves when everything is stored on the device, or when the write has failed. */
  const keepAll = (change: { photo?: Blob | undefined } = { photo }) => {
    setPhoto(change.photo)
    return keep({ draft: form.getValues(), photo: change.photo, from: origin.current })
  }
  return { form, photo, draftStatus: status, keepAll }
}
