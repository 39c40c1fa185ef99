import type { ReactNode } from 'react'
import { ECOSYSTEMS, PROJECT_STAGES, VERTICALS } from '#shared/catalogues.ts'
import { Button } from '#web/ui/button.tsx'
import { Sheet, SheetTitle } from '#web/ui/sheet.tsx'
import {
  AddressField,
  AmountField,
  ChoiceField,
  CountField,
  type FormPart,
  LineField,
  ProseField,
  SwitchField,
} from './draft-field.tsx'
import { LogoField } from './logo-field.tsx'

type Props = FormPart & { isOnline: boolean; accountEmail: string }

const NOT_GIVEN = 'Left blank, visitors read “Please get in contact with founder”.'

/** All sections of the form. */
export function DraftSections({ accountEmail, isOnline, ...part }: Props) {
  const { form } = part
  return (
    <>
      <Section title="Company" aside="Name, description and email are required">
        <LineField {...part} name="companyName" label="Company Name" isRequired />
        <LineField {...part} name="oneLineDescription" label="One-Line Description" placeholder="What it does and for whom" />
        <ProseField
          {...part}
          name="description"
          label="Description"
          rows={6}
          isRequired
          placeholder="The problem, your product and your team’s strengths."
        />
        <div className="grid content-start gap-1">
          <LineField
            {...part}
            name="email"
            label="Company Email"
            type="email"
            isRequired
            hint="Shown on your project’s page, as ‘Contact Founder’."
          />
          {form.texts.email === '' && (
            <Button
              variant="quiet"
              className="-ml-3 justify-self-start"
              onClick={() => {
                form.write('email', accountEmail)
                void form.save()
              }}
            >
              Use {accountEmail}
            </Button>
          )}
        </div>
        <LogoField {...part} isOnline={isOnline} />
        <Row columns={3}>
          <ChoiceField {...part} name="projectStage" label="Project Stage" catalogue={PROJECT_STAGES} />
          <ChoiceField {...part} name="ecosystem" label="Ecosystem" catalogue={ECOSYSTEMS} />
          <ChoiceField {...part} name="vertical" label="Vertical" catalogue={VERTICALS} />
        </Row>
      </Section>

      <Section title="Round" aside="In whole US dollars">
        <Row>
          <AmountField {...part} name="amountRaising" label="Amount Raising" hint={NOT_GIVEN} />
          <AmountField {...part} name="valuation" label="Valuation" hint={NOT_GIVEN} />
        </Row>
        <Row>
          <LineField {...part} name="roundType" label="Round Type" placeholder="Pre-Seed, SAFE, token round" />
          <AmountField {...part} name="committedAmount" label="Committed" hint="Amount already committed" />
        </Row>
        <LineField
          {...part}
          name="idealInvestorType"
          label="Ideal Investor"
          placeholder="e.g. a fund with B2B sales experience"
        />
        <div>
          <SwitchField form={form} name="revenueGenerating" label="Revenue Generating" />
          <SwitchField form={form} name="tickerLaunched" label="Ticker Launched" hint="Your token is already trading." />
        </div>
        {form.texts.tickerLaunched && <AddressField {...part} name="dexScreenerUrl" label="DEX Screener URL" />}
      </Section>

      <Section title="Traction" aside="On your project’s page">
        <ProseField
          {...part}
          name="traction"
          label="Traction"
          rows={5}
          placeholder="One achievement a line: users, volume, partners, grants."
        />
      </Section>

      <Section title="Links" aside="Each opens in a new tab">
        <Row>
          <AddressField {...part} name="websiteUrl" label="Website URL" />
          <AddressField {...part} name="pitchDeckUrl" label="Pitch Deck URL" />
          <AddressField {...part} name="dataRoomUrl" label="Data Room URL" />
          <AddressField {...part} name="linkedinUrl" label="LinkedIn URL" />
          <AddressField {...part} name="twitterUrl" label="Twitter URL" />
          <AddressField {...part} name="founderTwitterUrl" label="Founder Twitter URL" />
        </Row>
      </Section>

      <Section title="Team" aside="On your project’s page">
        <Row>
          <LineField {...part} name="founderName" label="Founder" />
          <CountField {...part} name="teamSize" label="Team Size" />
        </Row>
        <LineField {...part} name="location" label="Location" />
        <ProseField {...part} name="teamRoles" label="Team Composition" rows={3} placeholder="e.g. 2 engineers, 1 lawyer" />
      </Section>
    </>
  )
}

const Section = ({ title, aside, children }: { title: string; aside?: string; children: ReactNode }) => (
  <Sheet>
    <SheetTitle aside={<span className="text-right text-sm text-soft">{aside}</span>}>{title}</SheetTitle>
    <div className="grid gap-6">{children}</div>
  </Sheet>
)

const Row = ({ columns = 2, children }: { columns?: 2 | 3; children: ReactNode }) => (
  <div className={`grid gap-6 ${columns === 3 ? 'sm:grid-cols-3' : 'sm:grid-cols-2'} sm:gap-x-5`}>{children}</div>
)
