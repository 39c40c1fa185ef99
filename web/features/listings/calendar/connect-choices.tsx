import { type Ref, useState } from 'react'
import { AuthorizationAddress, type ConsentProvider, providerNames } from '#shared/bookings/external-calendar.ts'
import { post } from '#web/net/api.ts'
import { Button } from '#web/ui/button.tsx'
import { usePageShown } from '#web/ui/use-page-shown.ts'
import { reasonOf } from './calendar-api.ts'

type Props = {
  path: string
  offers: ConsentProvider[]
  /** Gets the focus back when the form of a server is closed. */
  opener: Ref<HTMLButtonElement>
  onServer: () => void
}

/** Sends the browser to a provider's page, which leads back to this one. */
function useConsent(path: string) {
  const [going, setGoing] = useState<ConsentProvider>()
  const [refused, setRefused] = useState<string>()
  // It is left busy for the provider's page.
  usePageShown(() => setGoing(undefined))
  const leave = async (provider: ConsentProvider) => {
    setGoing(provider)
    setRefused(undefined)
    try {
      const { url } = await post(`${path}/authorization`, { provider }, AuthorizationAddress)
      window.location.assign(url)
    } catch (error) {
      setRefused(reasonOf(error))
      setGoing(undefined)
    }
  }
  return { going, refused, leave }
}

/** The ways to connect a calendar. */
export function ConnectChoices({ path, offers, opener, onServer }: Props) {
  const { going, refused, leave } = useConsent(path)
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="sr-only">Connect a calendar</legend>
      <div className="flex flex-wrap gap-3 max-sm:[&>*]:w-full">
        {offers.map((provider) => (
          <Button
            key={provider}
            variant="outline"
            isBusy={going === provider}
            disabled={going !== undefined}
            onClick={() => leave(provider)}
          >
            {providerNames[provider]}
          </Button>
        ))}
        <Button ref={opener} variant="outline" disabled={going !== undefined} onClick={onServer}>
          {offers.length > 0 ? 'Another calendar (CalDAV)' : 'Connect a calendar'}
        </Button>
      </div>
      <Refused text={refused} />
    </fieldset>
  )
}

/** For a provider that gives no access any more: the consent is asked for again. */
export function ConnectAgain({ path, provider }: { path: string; provider: ConsentProvider }) {
  const { going, refused, leave } = useConsent(path)
  return (
    <div className="grid justify-items-start gap-3">
      <Button isBusy={going !== undefined} onClick={() => leave(provider)}>
        Connect {providerNames[provider]} again
      </Button>
      <Refused text={refused} />
    </div>
  )
}

const Refused = ({ text }: { text: string | undefined }) =>
  text && (
    <p role="alert" className="text-sm text-red">
      {text}
    </p>
  )
