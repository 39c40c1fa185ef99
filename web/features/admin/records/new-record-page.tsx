import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { NewRecord, RECORD_CONTACT } from '#shared/admin/records.ts'
import type { UserId } from '#shared/ids.ts'
import { createRecord } from '#web/features/admin/api.ts'
import { type Question, ReasonDialog } from '#web/features/admin/decisions/reason-dialog.tsx'
import { useDecision } from '#web/features/admin/decisions/use-decision.ts'
import type { WithProof } from '#web/net/with-proof.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { useOnline } from '#web/ui/use-online.ts'
import { FieldsForm } from './fields-form.tsx'
import { valuesOf } from './form-fields.ts'
import { newRecordFields } from './record-fields.ts'
import { RecordFrame } from './record-frame.tsx'

const blank = valuesOf(newRecordFields, {})
const NEW = 'new'

/** An investor without an account who is in no source. */
export function NewRecordPage({ self, withProof }: { self: UserId; withProof: WithProof }) {
  const isOnline = useOnline()
  const navigate = useNavigate()
  const { settle, busyWith } = useDecision(self, async () => undefined, withProof)
  const [question, ask] = useState<Question>()

  const submit = (record: NewRecord, clear: () => Promise<boolean>) =>
    ask({
      draftId: 'admin:create-reason:new',
      title: 'Add an investor',
      text: 'The investor is in the directory at once. A person with an email address gets one mail about it. Only admins see your reason.',
      label: 'Reason',
      missing: 'Enter a reason.',
      action: 'Add',
      choice: 'Add it although a similar record exists',
      onDecide: (reason, isAnother) =>
        settle({ targetId: NEW, title: 'Added', sentence: `${record.name} is in the directory.` }, async () => {
          const { id } = await createRecord({ ...splitRecord(record), reason, isAnother })
          await clear()
          await navigate({ to: '/admin', search: { investor: id } })
        }),
    })

  return (
    <RecordFrame>
      <PageHeading
        title="Add an investor"
        lead="For a person or a fund without an account that no source has. No import changes the record."
      />
      <FieldsForm
        draftId="admin:create:new"
        fields={newRecordFields}
        current={blank}
        schema={NewRecord}
        toChange={(changed) => ({ name: '', ...changed })}
        action="Add…"
        isBusy={busyWith === NEW}
        onSend={submit}
      />
      {question && <ReasonDialog question={question} isOnline={isOnline} onClose={() => ask(undefined)} />}
    </RecordFrame>
  )
}

function splitRecord(record: NewRecord) {
  const isContact = (field: string) => (RECORD_CONTACT as readonly string[]).includes(field)
  const part = (isOfPart: (field: string) => boolean) =>
    Object.fromEntries(Object.entries(record).filter(([field]) => isOfPart(field)))
  return { facts: { ...part((field) => !isContact(field)), name: record.name }, contact: part(isContact) }
}
