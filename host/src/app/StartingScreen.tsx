import { useEffect } from 'react'
import { CentredSpinner } from '@console/shared-kernel/core'
import { pageBootstrap } from '../features/composition/pageBootstrap'

/** Shows while the code of the first screen is on its way. */
export function StartingScreen() {
  useEffect(() => pageBootstrap().begun?.(), [])
  return <CentredSpinner label="Starting" fullPage />
}
