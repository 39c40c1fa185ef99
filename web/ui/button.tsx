import type { ComponentProps } from 'react'

/** Ink acts, brass pays or unlocks, outline is the second choice, quiet the third, danger takes something away. */
export type ButtonVariant = 'ink' | 'brass' | 'outline' | 'quiet' | 'danger'

const variants: Record<ButtonVariant, string> = {
  ink: 'btn-primary',
  brass: 'btn-accent',
  outline: 'border-edge bg-transparent text-ink hover:bg-well',
  quiet: 'btn-ghost text-ink hover:bg-well',
  danger: 'border-red bg-transparent text-red hover:bg-red hover:text-sheet',
}

/** The look of a button, for what is a link: `<Link className={buttonClass('ink')}>`. */
export function buttonClass(variant: ButtonVariant = 'ink', extra = '') {
  return `btn min-h-11 font-medium whitespace-nowrap shadow-none ${variants[variant]} ${extra}`
}

type Props = ComponentProps<'button'> & { variant?: ButtonVariant; isBusy?: boolean }

/** A busy button keeps its focus and its width; pass the label that says what it is doing. */
export function Button({ variant = 'ink', isBusy = false, className, disabled, children, ...props }: Props) {
  return (
    <button
      type="button"
      {...props}
      className={buttonClass(variant, className)}
      disabled={disabled || isBusy}
      aria-busy={isBusy || undefined}
    >
      {isBusy && <span className="loading loading-spinner loading-xs" aria-hidden="true" />}
      {children}
    </button>
  )
}
