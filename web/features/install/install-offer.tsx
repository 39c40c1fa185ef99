import { AppWindow, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { installPrompt } from './install-prompt.ts'
import { IosCoach } from './ios-coach.tsx'
import type { InstallWay } from './offer-rule.ts'

const onPhone = { Icon: Smartphone, words: 'Add Latchkey to your home screen to open it fast, even offline.' }
const onDesk = { Icon: AppWindow, words: 'As an app, Latchkey has its own window and works offline.' }

type Props = { way: InstallWay; hasContacts: boolean; onLater: () => void }

/** A card at the bottom of the screen; the page scrolls beneath it. */
export function InstallOffer({ way, hasContacts, onLater }: Props) {
  const [isCoaching, setCoaching] = useState(false)
  const { Icon, words } = matchMedia('(pointer: coarse)').matches ? onPhone : onDesk
  const install = async () => {
    if (way === 'share-sheet') return setCoaching(true)
    const prompt = installPrompt.get()
    const outcome = (await prompt?.prompt())?.outcome
    installPrompt.spend()
    if (outcome === 'dismissed') onLater()
  }
  return (
    <>
      <section
        aria-labelledby="install-offer"
        className="fixed inset-x-4 bottom-[calc(var(--bottom-bar)+2.5rem)] z-40 rounded-box border border-edge bg-sheet p-5 shadow-lg sm:right-auto sm:left-6 sm:w-96"
      >
        <div className="flex gap-4">
          <Icon className="mt-0.5 size-8 shrink-0 text-brass" strokeWidth={1.25} aria-hidden="true" />
          <div>
            <h2 id="install-offer" className="text-xl leading-tight">
              {hasContacts ? 'Keep your contacts at hand' : 'Keep your shortlist at hand'}
            </h2>
            <p className="mt-1.5 text-sm text-soft">{words}</p>
          </div>
        </div>
        <div className="mt-4 flex justify-end gap-2">
          <Button variant="quiet" onClick={onLater}>
            Not now
          </Button>
          <Button onClick={() => void install()}>{way === 'share-sheet' ? 'Show me how' : 'Install'}</Button>
        </div>
      </section>
      {isCoaching && <IosCoach onClose={() => setCoaching(false)} />}
    </>
  )
}
