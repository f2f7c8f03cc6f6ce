import { useEffect } from 'react'
import Box from '@mui/material/Box'
import { createStore, useStore } from '../client/store'
import { focusScreen } from './focus'
import { READ_OUT_ONLY } from './theme'

const announcementStore = createStore('')
let shown = ''

function announce(title: string): void {
  if (title === shown) return
  const isFirst = shown === ''
  shown = title
  // screen readers announce a loaded page by themselves
  if (isFirst) return
  announcementStore.set(title)
  const { activeElement } = document
  // a page that starts with a field has already focused it
  if (activeElement?.parentElement?.closest('main')) return
  focusScreen()
}

/** Sets the tab's title. A page that replaces another is announced and focused. */
export function PageTitle({ title }: { title: string }) {
  useEffect(() => announce(title), [title])
  return <title>{`${title} · Admin Console`}</title>
}

/** Always present, because screen readers announce only changes. */
export function RouteAnnouncer() {
  return (
    <Box aria-live="polite" sx={READ_OUT_ONLY}>
      {useStore(announcementStore)}
    </Box>
  )
}
