import { Link } from '@tanstack/react-router'
import { Avatar } from '#web/ui/avatar.tsx'

type Props = {
  to: string
  name: string
  line?: string | null
  imageUrl?: string | null
  /** Text of the last column: a price, an amount, a day. */
  value?: string
  isPrice?: boolean
  /** Arrived since the last visit. */
  isNew?: boolean
}

/** One entry of the featured list. The link on its name covers the whole row. */
export function FeaturedRow({ to, name, line, imageUrl, value, isPrice = true, isNew }: Props) {
  return (
    <li className="group relative flex h-16 items-center gap-4">
      <Avatar name={name} src={imageUrl} className="size-10 text-lg" />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <Link
            to={to}
            className="min-w-0 truncate font-medium underline-offset-4 group-hover:underline after:absolute after:inset-0"
            dir="auto"
          >
            {name}
          </Link>
          {isNew && <span className="column-head shrink-0 text-brass">New</span>}
        </span>
        {line && (
          <span className="block truncate text-sm text-soft" dir="auto">
            {line}
          </span>
        )}
      </span>
      {value && <span className={`shrink-0 ${isPrice ? 'font-serif text-xl text-brass' : 'text-sm text-soft'}`}>{value}</span>}
    </li>
  )
}
