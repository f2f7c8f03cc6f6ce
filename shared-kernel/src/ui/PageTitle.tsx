import { useEffect } from 'react'
import Box from '@mui/material/Box'
import { createStore, useStore } from '../client/store'
import { focusScreen } from './focus'
import { READ_OUT_ONLY } from './theme'

const announcementStore = createStore('')
let shown = ''
let main: Element | null = null

function announce(title: string): void {
  if (title === shown) return
  const isFirst = shown === ''
  shown = title
  const before = main
  main = document.querySelector('main')
  // screen readers announce a loaded page by themselves
  if (isFirst) return
  announcementStore.set(title)
  const { activeElement } = document
  // a page that starts with a field has already focused it
  if (activeElement?.parentElement?.closest('main')) return
  // an entirely new page, such as after sign-in, needs no focus ring
  if (main !== before) markAsNew(main)
  focusScreen()
}

function markAsNew(page: Element | null): void {
  page?.setAttribute('data-new-page', '')
  page?.addEventListener('focusout', () => page.removeAttribute('data-new-page'), { once: true })
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
