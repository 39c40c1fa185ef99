import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { DEFAULT_WEEKLY_LIMIT, isAngelOnly } from '#shared/applications/contract.ts'
import type { ApplicationDraft } from '#shared/applications/draft.ts'
import { SECTORS, STAGES } from '#shared/catalogues.ts'
import { formatCents } from '#shared/money.ts'
import { DEFAULT_PRICES } from '#shared/unlocks/quote.ts'
import { Choices } from './choices.tsx'
import { Address, CheckboxField, Line, Prose } from './fields.tsx'
import { FormSection, Pair } from './form-section.tsx'

export const WhoYouAre = ({ photo }: { photo: ReactNode }) => (
  <FormSection title="About you" text="Shown at the top of your card.">
    {photo}
    <Pair>
      <Line name="partnerName" label="Partner name" autoComplete="name" placeholder="Mary Lantern" />
      <Line name="position" label="Position" autoComplete="organization-title" placeholder="General Partner" />
    </Pair>
    <Pair>
      <Line name="fundName" label="Fund name" autoComplete="organization" placeholder="Lantern Partners" />
      <Line name="location" label="Location" placeholder="Lisbon, Portugal" />
    </Pair>
    <fieldset>
      <legend className="text-sm font-medium">You invest as</legend>
      <div className="mt-1 flex flex-wrap gap-x-8">
        <CheckboxField name="isVentureCapital">Venture Capital</CheckboxField>
        <CheckboxField name="isAngel">Angel Investor</CheckboxField>
      </div>
    </fieldset>
  </FormSection>
)

export const WhatYouInvestIn = () => (
  <FormSection title="Investment focus" text="Founders filter by these.">
    <Line name="investmentTag" label="Investment tag" placeholder="Web3 infrastructure" hint="Your focus in a few words." />
    <Choices name="stage" legend="Investment stages" choices={STAGES} />
    <Choices name="sectors" legend="Sectors" choices={SECTORS} />
    <Prose name="investmentThesis" label="Investment thesis" placeholder="What do you look for in a company?" />
  </FormSection>
)

/** An angel may have neither a scheduler nor a portfolio to report on. */
function useIsAngelOnly() {
  const [isAngel, isVentureCapital] = useWatch<ApplicationDraft, ['isAngel', 'isVentureCapital']>({
    name: ['isAngel', 'isVentureCapital'],
  })
  return isAngelOnly({ isAngel, isVentureCapital })
}

export const WhatFoundersRead = () => (
  <FormSection title="Profile texts" text="Two or three sentences each are enough.">
    <Prose name="fundDescription" label="Fund description" placeholder="Size, focus, how many companies a year." />
    <Prose name="bio" label="Bio" placeholder="Your background and how you help founders." />
    <Prose
      name="portfolioPerformance"
      label="Portfolio performance"
      optional={useIsAngelOnly()}
      placeholder="Companies, follow-on rounds, exits."
    />
  </FormSection>
)

export const HowFoundersReachYou = () => (
  <FormSection
    title="How founders reach you"
    text={
      <>
        <Lock className="mr-1.5 inline size-4 text-brass" aria-hidden="true" />
        Visible only to founders who have paid.
      </>
    }
  >
    <Pair>
      <Line
        name="email"
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        placeholder="mary@lantern.example"
        maxLength={254}
      />
      <Address name="meetingLink" label="Meeting link" optional={useIsAngelOnly()} placeholder="https://calendly.com/you/30min" />
    </Pair>
    <Pair>
      <Address name="telegramUrl" label="Telegram" optional placeholder="@name" />
      <Address name="linkedinUrl" label="LinkedIn" optional placeholder="https://linkedin.com/in/you" />
    </Pair>
    <Pair>
      <Address name="twitterUrl" label="X profile" optional placeholder="@name" />
      <Address name="websiteUrl" label="Website" optional placeholder="https://lantern.example" />
    </Pair>
    <CheckboxField name="isWebsitePublic">Show the website publicly</CheckboxField>
  </FormSection>
)

export function PriceAndLimit() {
  const donates = useWatch<ApplicationDraft, 'donateToCharity'>({ name: 'donateToCharity' })
  return (
    <FormSection title="Price and limit" text="You can change both at any time.">
      <Pair>
        <Line
          name="price"
          label="Price per unlock (USD)"
          type="number"
          inputMode="decimal"
          min={0}
          step="any"
          placeholder="25"
          hint={`Default: ${formatCents(DEFAULT_PRICES.platformUnlock)}.`}
        />
        <Line
          name="weeklyIntroLimit"
          label="Weekly intro limit"
          type="number"
          inputMode="numeric"
          min={1}
          step={1}
          placeholder="10"
          hint={`Default: ${DEFAULT_WEEKLY_LIMIT} a week.`}
        />
      </Pair>
      <CheckboxField name="donateToCharity">Donate my share to charity</CheckboxField>
      {donates && <Line name="charityOfChoice" label="Charity name" optional placeholder="Médecins Sans Frontières" />}
    </FormSection>
  )
}
