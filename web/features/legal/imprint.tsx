import { companyLabels } from '#shared/company/details.ts'
import { useCompany } from '#web/net/tab/company.ts'

const FIELDS = ['legalName', 'address', 'registration', 'vatId', 'responsiblePerson', 'supportEmail'] as const

/** Who operates this installation, as an owner has set it. Nothing until the company has a name. */
export function Imprint() {
  const company = useCompany()
  if (!company?.legalName) return null
  return (
    <section id="imprint" aria-labelledby="imprint-title" className="mt-12 scroll-mt-24 border-t border-rule pt-9">
      <h2 id="imprint-title" className="text-2xl sm:text-3xl">
        Imprint
      </h2>
      <dl className="mt-4 grid gap-x-6 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)]">
        {FIELDS.filter((field) => company[field] !== '').map((field) => (
          <div key={field} className="contents">
            <dt className="text-soft max-sm:mt-3">{companyLabels[field]}</dt>
            <dd className="min-w-0 break-words whitespace-pre-line" dir="auto">
              {field === 'supportEmail' ? (
                <a href={`mailto:${company.supportEmail}`} className="text-ink underline underline-offset-4">
                  {company.supportEmail}
                </a>
              ) : (
                company[field]
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
