export const firefoxPath = process.env.FIREFOX_PATH || '/usr/bin/firefox-esr'

export const FIREFOX_APT = 'apt-get update && apt-get install -y firefox-esr'
