import { CopyButton } from '#web/ui/copy-button.tsx'
import { Field } from '#web/ui/field.tsx'

/** The introduction written for this purchase: to be read, copied and sent from one's own mail. */
export function IntroTemplate({ text }: { text: string }) {
  return (
    <Field label="Introduction">
      {(wiring) => (
        <>
          <textarea
            {...wiring}
            readOnly
            rows={9}
            value={text}
            dir="auto"
            className="textarea w-full border-rule bg-page text-base leading-relaxed text-ink"
          />
          <CopyButton text={text} thing="Introduction" className="mt-1 justify-self-start" />
        </>
      )}
    </Field>
  )
}
