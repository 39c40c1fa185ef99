import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { HomeSearch } from '#web/widgets/home/home-search.ts'

// Named here: two routes with one component would get a file each that only passes it on.
export const Route = createFileRoute('/home')({
  codeSplitGroupings: [],
  validateSearch: HomeSearch,
  component: lazyRouteComponent(() => import('#web/widgets/home/home.tsx'), 'Home'),
})
