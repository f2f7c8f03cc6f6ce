import { useEffect } from 'react'
import { CentredSpinner } from '@console/shared-kernel/core'
import { startedPage } from '../features/composition/startedPage'

/** Shows while the code of the first screen is on its way. */
export function StartingScreen() {
  useEffect(() => startedPage().begun?.(), [])
  return <CentredSpinner label="Starting" fullPage />
}
