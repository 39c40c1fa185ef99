import { Link } from '@tanstack/react-router'
import { bottomLinks } from './navigation.ts'

/** Bottom navigation of a phone. Wider screens use the links of the header. */
export function BottomBar() {
  return (
    <nav aria-label="Bottom" className="bottom-bar md:hidden">
      {bottomLinks.map(({ to, label, Icon }) => (
        <Link key={to} to={to} activeOptions={{ exact: to === '/', includeSearch: false }} className="bottom-link">
          <Icon className="size-5" strokeWidth={1.6} aria-hidden="true" />
          {label}
        </Link>
      ))}
    </nav>
  )
}
