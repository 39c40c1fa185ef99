import type { ComponentProps } from 'react'

/**
 * Ink for the primary action, brass for paying or unlocking, outline for the second choice, quiet for the third, danger for
 * destructive actions.
 */
export type ButtonVariant = 'ink' | 'brass' | 'outline' | 'quiet' | 'danger'

const variants: Record<ButtonVariant, string> = {
  ink: 'btn-primary',
  brass: 'btn-accent',
  outline: 'border-edge bg-transparent text-ink hover:bg-well',
  quiet: 'btn-ghost text-ink hover:bg-well',
  danger: 'border-red bg-transparent text-red hover:bg-red hover:text-sheet',
}

/** Button classes for a link: `<Link className={buttonClass('ink')}>`. */
export function buttonClass(variant: ButtonVariant = 'ink', extra = '') {
  return `btn min-h-11 font-medium whitespace-nowrap shadow-none ${variants[variant]} ${extra}`
}

type Props = ComponentProps<'button'> & { variant?: ButtonVariant; isBusy?: boolean }

/** The spinner of a busy button replaces its icon; pass a label that describes the running action. */
export function Button({ variant = 'ink', isBusy = false, className, disabled, children, ...props }: Props) {
  return (
    <button
      type="button"
      {...props}
      className={buttonClass(variant, className)}
      disabled={disabled || isBusy}
      aria-busy={isBusy || undefined}
    >
      {isBusy && <span className="loading loading-spinner loading-xs [&~svg]:hidden" aria-hidden="true" />}
      {children}
    </button>
  )
}
