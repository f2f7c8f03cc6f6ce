import { CentredSpinner } from '@console/shared-kernel/core'

/** Shows while the code of the first screen is on its way. */
export const StartingScreen = () => <CentredSpinner label="Starting" fullPage />
