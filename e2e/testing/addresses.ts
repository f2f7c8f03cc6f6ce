import { localAddress, ports } from '@console/shared-kernel/ports'
import { testBase } from '../../scripts/lib/ports'

/** Separate from the ports of `npm start`, so that tests can run next to a running console. */
const BASE = testBase(process.env)

const all = ports(BASE)
export const stackPorts = all
/** Ports of an API with a test's own data, separate from those of the consoles that tests start. */
export const ownApiPorts = ports(BASE + 450)

export const addresses = {
  console: localAddress(all.host),
  api: localAddress(all.api),
  externalReports: localAddress(all.external),
  remote: (name: string) => localAddress(all.remotes[name]!),
}

/** Ports of a test's own console. */
const OWN_CONSOLES = 16
export const ownConsolePort = (worker: number): number => BASE + 400 + (worker % OWN_CONSOLES)
/** Ports of sites that tests deliver to: the releases, and the API behind the web server. */
export const releasesPort = (worker: number): number => BASE + 480 + (worker % OWN_CONSOLES)
export const apiPort = (worker: number): number => BASE + 500 + (worker % OWN_CONSOLES)
/** Ports of a console that runs on dev servers. */
export const developmentPorts = ports(BASE + 700)
/** Ports of the emulator, in gaps between the ports of other tests. */
export const emulatorPorts = ports(BASE + 20)
/** Ports of the console that `npm start` starts. */
export const startedPorts = ports(BASE + 40)
