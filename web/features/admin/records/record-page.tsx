import { Link } from '@tanstack/react-router'
import { useCallback } from 'react'
import { recordFieldLabels } from '#shared/admin/record-labels.ts'
import { type AdminRecord, EditRecord, ReplaceRecordContact } from '#shared/admin/records.ts'
import type { UserId, VcId } from '#shared/ids.ts'
import { editRecord, followSource, readRecord, replaceRecordContact, setRecordListed } from '#web/features/admin/api.ts'
import type { WithProof } from '#web/net/with-proof.ts'
import { Badge, VerifiedBadge } from '#web/ui/badge.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { FieldsForm } from './fields-form.tsx'
import { valuesOf } from './form-fields.ts'
import { MergeSection } from './merge-section.tsx'
import { contactChange, contactFields, contactValues, factsFields } from './record-fields.ts'
import { RecordSection } from './record-frame.tsx'
import { type Decide, RecordScreen } from './record-screen.tsx'

type Props = { self: UserId; id: VcId; withProof: WithProof }

const ONLY_ADMINS = 'Only admins see your reason.'

/** An investor without an account: imported, or created by hand. */
export function RecordPage({ id, ...props }: Props) {
  const read = useCallback(() => readRecord(id), [id])
  return (
    <RecordScreen id={id} {...props} read={read} sentence="Devices follow with their next pull.">
      {(record, { decide, isBusy }) =>
        record.mergedInto !== null ? (
          <Merged record={record} />
        ) : (
          <>
            <PageHeading title={<bdi>{record.facts.name}</bdi>} lead={<Standing record={record} />} />
            <Origin record={record} isBusy={isBusy} decide={decide} />
            <RecordSection title="Public fields" lead="A change is online at once. The log keeps the texts before and after.">
              <FieldsForm
                draftId={`admin:facts:${id}`}
                fields={factsFields(record)}
                current={valuesOf(factsFields(record), record.facts)}
                schema={EditRecord.entries.change}
                showsStored
                action="Save…"
                isBusy={isBusy}
                onSend={(change, clear) =>
                  decide(
                    { name: 'facts', title: 'Change the record', text: ONLY_ADMINS, action: 'Save', done: 'Saved' },
                    (decision) => editRecord(id, { change, ...decision }).then(clear),
                  )
                }
              />
            </RecordSection>
            <RecordSection
              title="Contact details"
              lead="They are not shown to admins, and are in no log. Buyers of the contact get the new ones at once. The mailbox decides who can claim or remove the profile."
            >
              <FieldsForm
                draftId={`admin:contact:${id}`}
                fields={contactFields(record)}
                current={contactValues()}
                schema={ReplaceRecordContact.entries.change}
                toChange={contactChange}
                action="Replace…"
                isBusy={isBusy}
                onSend={(change, clear) =>
                  decide(
                    { name: 'contact', title: 'Replace contact details', text: ONLY_ADMINS, action: 'Replace', done: 'Replaced' },
                    (decision) => replaceRecordContact(id, { change, ...decision }).then(clear),
                  )
                }
              />
            </RecordSection>
            <MergeSection record={record} isBusy={isBusy} decide={decide} />
          </>
        )
      }
    </RecordScreen>
  )
}

/** Nothing is decided about a record that was merged. */
const Merged = ({ record: { facts, mergedInto } }: { record: AdminRecord }) => (
  <>
    <PageHeading title={<bdi>{facts.name}</bdi>} lead={<Badge>Merged</Badge>} />
    <RecordSection title="Merged into another record" lead="It is the same person. A merge can’t be taken back.">
      {mergedInto && (
        <Link to="/admin" search={{ investor: mergedInto }} className={buttonClass('outline')}>
          Open the record that stays
        </Link>
      )}
    </RecordSection>
  </>
)

type OriginProps = {
  record: AdminRecord
  isBusy: boolean
  decide: Decide
}

/** What an import does with the record. */
function Origin({ record: { id, isManual, isListed, edited, replacedBy }, isBusy, decide }: OriginProps) {
  const labels: Record<string, string> = recordFieldLabels
  if (isManual)
    return (
      <RecordSection title="Created by hand" lead="No import changes or unlists this record.">
        {replacedBy === null && (
          <Button
            variant="outline"
            isBusy={isBusy}
            onClick={() =>
              decide(
                isListed
                  ? {
                      ...{ name: 'unlist', title: 'Take the record off the directory', action: 'Take off', done: 'Taken off' },
                      text: `It is not sold any more. Buyers keep what they bought. ${ONLY_ADMINS}`,
                    }
                  : {
                      ...{ name: 'list', title: 'Put the record back', action: 'Put back', done: 'Put back' },
                      text: ONLY_ADMINS,
                    },
                (decision) => setRecordListed(id, { isListed: !isListed, ...decision }),
              )
            }
          >
            {isListed ? 'Take off the directory…' : 'Put back…'}
          </Button>
        )}
      </RecordSection>
    )
  return (
    <RecordSection title="Imported" lead="Fields that an admin edited stay as they are. An import changes the others.">
      <p className="break-words">
        {edited.length === 0
          ? 'Every field follows the source.'
          : `Edited here: ${edited.map((field) => labels[field] ?? field).join(', ')}.`}
      </p>
      {edited.length > 0 && (
        <Button
          variant="outline"
          className="mt-4"
          isBusy={isBusy}
          onClick={() =>
            decide(
              {
                ...{ name: 'source', title: 'Follow the source again', action: 'Follow the source', done: 'Follows the source' },
                text: `The edited fields get the values of the source, also those of the contact. ${ONLY_ADMINS}`,
              },
              (decision) => followSource(id, decision),
            )
          }
        >
          Follow the source again…
        </Button>
      )}
    </RecordSection>
  )
}

function Standing({ record: { id, facts, isListed, replacedBy } }: { record: AdminRecord }) {
  const link = 'flex min-h-11 items-center text-base underline underline-offset-4'
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
      {facts.fund && <bdi>{facts.fund}</bdi>}
      <span className="flex flex-wrap gap-1.5">
        {facts.isVerified && <VerifiedBadge />}
        {!isListed && <Badge>{replacedBy ? 'Replaced by a listing' : 'Not listed'}</Badge>}
      </span>
      {isListed && (
        <Link to="/vc/$id" params={{ id }} className={link}>
          Open the profile
        </Link>
      )}
      {replacedBy && (
        <Link to="/admin" search={{ investor: replacedBy }} className={link}>
          Open the listing
        </Link>
      )}
    </span>
  )
}
