import { Download } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { saveFile } from '#web/ui/save-file.ts'

/** Shown only once, so the only exit confirms that the codes are stored. */
export function RecoveryCodesSheet({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const text = codes.join('\n')
  return (
    <>
      <p className="text-soft">Each code works once if you lose your phone. They won’t be shown again.</p>
      <ol className="ruled-paper my-5 grid grid-cols-2 rounded-box border border-rule px-5 font-mono leading-7">
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap justify-end gap-2">
        <CopyButton text={text} thing="Recovery codes" />
        <Button variant="outline" onClick={() => saveFile('latchkey-recovery-codes.txt', `${text}\n`, 'text/plain')}>
          <Download className="size-4" aria-hidden="true" />
          Save
        </Button>
        <Button onClick={onKept}>I saved them</Button>
      </div>
    </>
  )
}
