import { Notice } from '#web/ui/notice.tsx'

/** A form whose mutation this device could not store. The form keeps its content. */
export const NotStoredNotice = () => (
  <Notice tone="red" title="Not saved yet">
    Couldn’t save on this device. Your text is still here: try again, or copy it.
  </Notice>
)
