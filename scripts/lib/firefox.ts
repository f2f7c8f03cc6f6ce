/** The Firefox of the flows: the one named, else where Debian's firefox-esr puts it. */
export const firefoxPath = process.env.FIREFOX_PATH || '/usr/bin/firefox-esr'

export const FIREFOX_APT = 'apt-get update && apt-get install -y firefox-esr'
