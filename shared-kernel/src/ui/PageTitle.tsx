import { useEffect } from 'react'
import Box from '@mui/material/Box'
import { createStore, useStore } from '../client/store'
import { focusScreen } from './focus'

/** The title of the page that came last in the place of another; '' while the first one is shown. */
const announcementStore = createStore('')
let shown = ''
let main: Element | null = null

function announce(title: string): void {
  if (title === shown) return
  const isFirst = shown === ''
  shown = title
  const before = main
  main = document.querySelector('main')
  // a page that was loaded is read out by the browser itself
  if (isFirst) return
  announcementStore.set(title)
  const { activeElement } = document
  // a page that begins with a field has given it the focus already
  if (activeElement?.parentElement?.closest('main')) return
  // a page that is new as a whole, as after the sign-in, needs no frame to say where the focus is
  if (main !== before) markAsNew(main)
  focusScreen()
}

function markAsNew(page: Element | null): void {
  page?.setAttribute('data-new-page', '')
  page?.addEventListener('focusout', () => page.removeAttribute('data-new-page'), { once: true })
}

/** What the tab is called. A page that comes in the place of another is read out, and has the focus. */
export function PageTitle({ title }: { title: string }) {
  useEffect(() => announce(title), [title])
  return <title>{`${title} · Admin Console`}</title>
}

export const READ_OUT_ONLY = {
  position: 'fixed',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const

/** Tells assistive technology which page has come; always there, since only changes of it are read out. */
export function RouteAnnouncer() {
  return (
    <Box aria-live="polite" sx={READ_OUT_ONLY}>
      {useStore(announcementStore)}
    </Box>
  )
}
