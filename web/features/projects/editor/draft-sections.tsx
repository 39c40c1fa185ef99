import type { ReactNode } from 'react'
import { ECOSYSTEMS, PROJECT_STAGES, VERTICALS } from '#shared/projects/catalogues.ts'
import { projectLabels } from '#shared/projects/field-labels.ts'
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
        <LineField {...part} name="companyName" label={projectLabels.companyName} isRequired />
        <LineField
          {...part}
          name="oneLineDescription"
          label={projectLabels.oneLineDescription}
          placeholder="What it does and for whom"
        />
        <ProseField
          {...part}
          name="description"
          label={projectLabels.description}
          rows={6}
          isRequired
          placeholder="The problem, your product and your team’s strengths."
        />
        <div className="grid content-start gap-1">
          <LineField
            {...part}
            name="email"
            label={projectLabels.email}
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
          <ChoiceField {...part} name="projectStage" label={projectLabels.projectStage} catalogue={PROJECT_STAGES} />
          <ChoiceField {...part} name="ecosystem" label={projectLabels.ecosystem} catalogue={ECOSYSTEMS} />
          <ChoiceField {...part} name="vertical" label={projectLabels.vertical} catalogue={VERTICALS} />
        </Row>
      </Section>

      <Section title="Round" aside="In whole US dollars">
        <Row>
          <AmountField {...part} name="amountRaising" label={projectLabels.amountRaising} hint={NOT_GIVEN} />
          <AmountField {...part} name="valuation" label={projectLabels.valuation} hint={NOT_GIVEN} />
        </Row>
        <Row>
          <LineField {...part} name="roundType" label={projectLabels.roundType} placeholder="Pre-Seed, SAFE, token round" />
          <AmountField {...part} name="committedAmount" label={projectLabels.committedAmount} hint="Amount already committed" />
        </Row>
        <LineField
          {...part}
          name="idealInvestorType"
          label={projectLabels.idealInvestorType}
          placeholder="e.g. a fund with B2B sales experience"
        />
        <div>
          <SwitchField form={form} name="revenueGenerating" label={projectLabels.revenueGenerating} />
          <SwitchField
            form={form}
            name="tickerLaunched"
            label={projectLabels.tickerLaunched}
            hint="Your token is already trading."
          />
        </div>
        {form.texts.tickerLaunched && <AddressField {...part} name="dexScreenerUrl" label={projectLabels.dexScreenerUrl} />}
      </Section>

      <Section title="Traction" aside="On your project’s page">
        <ProseField
          {...part}
          name="traction"
          label={projectLabels.traction}
          rows={5}
          placeholder="One achievement a line: users, volume, partners, grants."
        />
      </Section>

      <Section title="Links" aside="Each opens in a new tab">
        <Row>
          <AddressField {...part} name="websiteUrl" label={projectLabels.websiteUrl} />
          <AddressField {...part} name="pitchDeckUrl" label={projectLabels.pitchDeckUrl} />
          <AddressField {...part} name="dataRoomUrl" label={projectLabels.dataRoomUrl} />
          <AddressField {...part} name="linkedinUrl" label={projectLabels.linkedinUrl} />
          <AddressField {...part} name="twitterUrl" label={projectLabels.twitterUrl} />
          <AddressField {...part} name="founderTwitterUrl" label={projectLabels.founderTwitterUrl} />
        </Row>
      </Section>

      <Section title="Team" aside="On your project’s page">
        <Row>
          <LineField {...part} name="founderName" label={projectLabels.founderName} />
          <CountField {...part} name="teamSize" label={projectLabels.teamSize} />
        </Row>
        <LineField {...part} name="location" label={projectLabels.location} />
        <ProseField
          {...part}
          name="teamRoles"
          label={projectLabels.teamRoles}
          rows={3}
          placeholder="e.g. 2 engineers, 1 lawyer"
        />
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
