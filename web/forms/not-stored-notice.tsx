import { Notice } from '#web/ui/notice.tsx'

/** A form whose mutation this device could not store. The form keeps its content. */
export const NotStoredNotice = () => (
  <Notice tone="red" title="Not saved yet">
    This device could not store it. Your words are still here: try again, or copy them.
  </Notice>
)
