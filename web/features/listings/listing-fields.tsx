import type { ReactNode } from 'react'
import { isAngelOnly, MAX_LINE, MAX_PROSE } from '#shared/applications/contract.ts'
import { isSchedulerPage } from '#shared/bookings/call-link.ts'
import { SECTORS, STAGES } from '#shared/catalogues.ts'
import { uploadPicture } from '#web/net/tab/upload.ts'
import { SelectField, TextArea, TextField } from '#web/ui/field.tsx'
import { PictureField } from '#web/ui/picture-field.tsx'
import { usePictureUpload } from '#web/ui/use-picture-upload.ts'
import { ChoiceTags } from './choice-tags.tsx'
import { dollars, type Errors, type ListingValues } from './listing-values.ts'
import { PricePreview } from './price-preview.tsx'

type Props = {
  values: ListingValues
  errors: Errors
  set: <Field extends keyof ListingValues>(field: Field, value: ListingValues[Field]) => void
  isOnline: boolean
}

type TextName = { [Name in keyof ListingValues]: ListingValues[Name] extends string ? Name : never }[keyof ListingValues]
type FlagName = { [Name in keyof ListingValues]: ListingValues[Name] extends boolean ? Name : never }[keyof ListingValues]

/** Props of one text field, by its name. */
const text = ({ values, errors, set }: Props, name: TextName) => ({
  name,
  value: values[name],
  error: errors[name],
  maxLength: MAX_LINE,
  onChange: (event: { target: { value: string } }) => set(name, event.target.value as ListingValues[typeof name]),
})

export function PriceFields(props: Props) {
  const { values } = props
  const typed = values.price.trim() === '' ? null : dollars(values.price)
  return (
    <Group title="Price and limit">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Price per unlock (USD)" inputMode="decimal" placeholder="5" {...text(props, 'price')} />
        <TextField label="Weekly intro limit" inputMode="numeric" placeholder="10" {...text(props, 'weeklyIntroLimit')} />
      </div>
      {typed !== undefined && <PricePreview price={typed} isDonated={values.donateToCharity} />}
      <Flag {...props} name="donateToCharity" label="Donate my share to a charity" />
      {values.donateToCharity && <TextField label="Charity" optional {...text(props, 'charityOfChoice')} />}
    </Group>
  )
}

export function ContactFields(props: Props) {
  const { values, errors, set } = props
  return (
    <Group
      title="How founders reach you"
      lead="Visible only to founders who unlocked your contact. Email, LinkedIn and X change immediately. Another meeting link, Telegram name or website is reviewed first."
    >
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium">Shown first</legend>
        <div className="flex flex-wrap gap-x-6">
          {(['meeting', 'telegram'] as const).map((way) => (
            <label key={way} className="flex min-h-11 cursor-pointer items-center gap-3">
              <input
                type="radio"
                name="contactType"
                className="radio radio-sm border-edge"
                checked={values.contactType === way}
                onChange={() => set('contactType', way)}
              />
              {way === 'meeting' ? 'Meeting link' : 'Telegram'}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Meeting link"
          inputMode="url"
          optional={values.contactType === 'telegram' || isAngelOnly(values)}
          {...text(props, 'meetingLink')}
          maxLength={2048}
        />
        <TextField
          label="Video link of your calls"
          hint={
            isSchedulerPage(values.meetingLink)
              ? 'Your meeting link is a scheduling page, so a booked call needs a room, such as Zoom or Google Meet.'
              : 'Empty: calls use your meeting link.'
          }
          inputMode="url"
          optional
          {...text(props, 'callLink')}
          maxLength={2048}
        />
        <TextField
          label="Telegram"
          optional={values.contactType === 'meeting'}
          placeholder="@name"
          {...text(props, 'telegramUrl')}
        />
        <TextField label="Email" type="email" {...text(props, 'email')} />
        <TextField label="LinkedIn" inputMode="url" optional {...text(props, 'linkedinUrl')} maxLength={2048} />
        <TextField label="X profile" optional placeholder="@name" {...text(props, 'twitterUrl')} />
        <TextField label="Website" inputMode="url" optional {...text(props, 'websiteUrl')} maxLength={2048} />
      </div>
      <Flag {...props} name="isWebsitePublic" label="Show the website publicly" />
      <SelectField
        label="Time zone of your calls"
        hint="Founders can book 9:00–17:00 in this time zone on working days, unless you set your own hours or your calendar says otherwise."
        value={values.timeZone}
        error={errors.timeZone}
        onChange={(event) => set('timeZone', event.target.value)}
      >
        <option value="">UTC</option>
        {zones().map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </SelectField>
    </Group>
  )
}

/** The zone of this device is listed first, because it is the most likely choice. */
const zones = () => {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  return [...new Set([...(own === 'UTC' ? [] : [own]), ...Intl.supportedValuesOf('timeZone')])]
}

export function FocusFields(props: Props) {
  const { values, errors, set } = props
  return (
    <Group title="Investment focus">
      <ChoiceTags
        legend="Investment stages"
        choices={STAGES}
        chosen={values.stage}
        error={errors.stage}
        onChange={(chosen) => set('stage', chosen)}
      />
      <ChoiceTags
        legend="Sectors"
        choices={SECTORS}
        chosen={values.sectors}
        error={errors.sectors}
        onChange={(chosen) => set('sectors', chosen)}
      />
      <TextField label="Investment tag" {...text(props, 'investmentTag')} />
      <TextArea label="Investment thesis" rows={5} {...text(props, 'investmentThesis')} maxLength={MAX_PROSE} />
      <TextArea label="Bio" rows={5} {...text(props, 'bio')} maxLength={MAX_PROSE} />
      <TextArea label="Fund description" rows={4} {...text(props, 'fundDescription')} maxLength={MAX_PROSE} />
      <TextArea
        label="Portfolio performance"
        rows={4}
        optional={isAngelOnly(values)}
        {...text(props, 'portfolioPerformance')}
        maxLength={MAX_PROSE}
      />
    </Group>
  )
}

export function IdentityFields(props: Props) {
  const { values, set, isOnline } = props
  const upload = usePictureUpload({ send: uploadPicture('/api/upload/vc-logo'), onUploaded: (url) => set('logoUrl', url) })
  return (
    <Group title="About you" lead="Your badge confirms these two names. Changing either one requires a new review.">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Partner name" autoComplete="name" {...text(props, 'partnerName')} />
        <TextField label="Fund name" autoComplete="organization" {...text(props, 'fundName')} />
        <TextField label="Position" {...text(props, 'position')} />
        <TextField label="Location" {...text(props, 'location')} />
      </div>
      <div className="flex flex-wrap gap-x-6">
        <Flag {...props} name="isVentureCapital" label="Venture capital" />
        <Flag {...props} name="isAngel" label="Angel investments" />
      </div>
      <PictureField
        label="Photo or logo"
        value={values.logoUrl || null}
        upload={upload}
        onRemove={() => set('logoUrl', '')}
        waitsBecause={isOnline ? undefined : 'Uploading a picture needs a connection.'}
      />
    </Group>
  )
}

function Flag({ name, label, values, set }: Props & { name: FlagName; label: string }) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3">
      <input
        type="checkbox"
        className="checkbox checkbox-sm border-edge"
        checked={values[name]}
        onChange={(event) => set(name, event.target.checked)}
      />
      {label}
    </label>
  )
}

const Group = ({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) => (
  <section className="grid gap-x-10 gap-y-5 md:grid-cols-[12rem_minmax(0,1fr)]">
    <div>
      <h2 className="text-xl">{title}</h2>
      {lead && <p className="mt-1.5 text-sm text-soft">{lead}</p>}
    </div>
    <div className="grid min-w-0 content-start gap-5">{children}</div>
  </section>
)
