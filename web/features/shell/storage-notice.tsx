import { Button } from '#web/ui/button.tsx'

/** A notice at the top of the page, for as long as this device cannot store. */
export function StorageNotice({ sentence }: { sentence: string }) {
  const isReloadAdvised = /reload/.test(sentence)
  return (
    <div role="alert" className="border-b border-rule bg-well">
      <div className="frame flex min-h-14 items-center justify-between gap-4 py-2 text-sm">
        <p>
          <span className="font-medium text-red">{sentence}</span>{' '}
          {isReloadAdvised && <span className="text-soft">Copy your text first.</span>}
        </p>
        {isReloadAdvised && (
          <Button variant="outline" onClick={() => location.reload()}>
            Reload
          </Button>
        )}
      </div>
    </div>
  )
}
