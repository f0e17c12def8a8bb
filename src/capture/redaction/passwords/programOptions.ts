/** The options by which widespread programs take a password, where the letter alone does not say so. */

/** Expressions of a program's names, and of its option up to the value. */
export type ProgramOption = readonly [programs: string, option: string];

const registryLogin =
  '(?:docker|podman|nerdctl|buildah|skopeo|oras|crane|regctl|helm|az|oc|cf|ibmcloud|bx|rosa|apptainer|singularity)(?: [\\w./:-]{1,80}){0,3} login';

export const programOptions: readonly ProgramOption[] = [
  // With a space, these ask for the password.
  ['mysql\\w{0,10}|mariadb(?:-\\w{1,10})?|mycli|xtrabackup|mydumper|myloader', '-p(?!ort=|rotocol=|ipe=)(?=\\S)'],
  ['7z[azr]?|rar|unrar|winrar', '-h?p(?=\\S)'],
  ['sshpass|mongo(?:sh|dump|restore|export|import|stat|top|files)?', '-p {0,4}'],
  [registryLogin, '-p[ =]'],
  [
    'cqlsh|cypher-shell|smbmap|crackmapexec|nxc|netexec|evil-winrm|rdesktop|racadm|couchbase-cli|cbq|ncftp\\w{0,4}|jf|jfrog|influx|osslsigncode|certutil|wmiexec|impacket-\\w{1,20}',
    '-p {1,4}',
  ],
  ['redis-cli|valkey-cli|keydb-cli', '-a {1,4}'],
  ['ldap(?:search|modify|add|delete|passwd|whoami|compare|modrdn|exop|vi)', '-w {0,4}'],
  ['ldappasswd', '-[sa] {1,4}'],
  ['zip|unzip|zipcloak|funzip', '-P {0,4}'],
  ['sqlcmd|bcp|osql|isql|tsql|ipmitool|mosquitto_(?:pub|sub|rr)|ssh-keygen', '-P {0,4}'],
  ['ssh-keygen', '-N {0,4}'],
  ['security [a-z-]{1,40}', '-[pPwk] {1,4}'],
  ['kadmin(?:\\.local)?', '-p?w {1,4}'],
  ['snmp[a-z]{2,12}', '-[AX] {1,4}'],
  ['swaks', '-ap {1,4}'],
  ['send[Ee]mail', '-xp {1,4}'],
  ['openssl enc', '-k {1,4}'],
  ['keytool', '-new {1,4}'],
  ['pdftk', '(?:input|user|owner)_pw {1,4}'],
  ['nmcli', '[\\w-]{1,30}\\.psk {1,4}'],
  ['nmcli (?:\\S{1,20} ){0,4}w(?:ifi)? \\S{1,10}', 'password {1,4}'],
  ['mysqladmin(?= {1,4}-)', 'password {1,4}'],
  ['curl', '-[a-zA-Z]{0,8}[uU] {0,4}["\']?[\\w.@%+\\\\-]{1,80}:'],
  ['https?|xhs?', '(?:-a|--auth)[ =]["\']?[\\w.@+-]{1,80}:'],
  ['ab', '-[AP] {1,4}["\']?[\\w.@+-]{1,80}:'],
  ['lftp', '-u {1,4}["\']?[\\w.@+-]{1,80},'],
  [
    'smbclient|rpcclient|winexe|smbget|smbcacls|smbtree|wmic|net (?:rpc|ads)',
    '(?:-U|--user)[ =]?["\']?[\\w.@/\\\\-]{1,80}%',
  ],
  ['sqlplus|expdp?|impdp?|sqlldr|rman', '["\']?[\\w$#]{1,40}/(?=[^\\s@/]{3,60}@)'],
  ['poetry|composer', '(?:-\\S{1,20} ){0,2}http-basic\\.\\S{1,80} \\S{1,80} '],
  ['mc', '(?:set|add) \\S{1,60} ["\']?https?://\\S{1,200} \\S{1,120} '],
];

/** Here a plain word stands for the option, so sentences contain it, too: "the cf auth token expired". */
export const wordOptions: readonly ProgramOption[] = [
  ['mysqladmin', 'password {1,4}'],
  ['rabbitmqctl', '(?:add_user|change_password|authenticate_user) \\S{1,80} '],
  ['cf', 'auth \\S{1,80} '],
  ['wpa_passphrase', '(?<=wpa_passphrase )(?:"[^"\\n]{1,40}"|\'[^\'\\n]{1,40}\'|\\S{1,40}) '],
  ['redis-cli|valkey-cli', '(?:AUTH|auth|requirepass|masterauth) (?:default )?'],
];

/** Their names and options are written in any case. */
export const windowsOptions: readonly ProgramOption[] = [
  ['net1? {1,4}use', '/u(?:ser)?:\\S{1,80} {1,4}(?!/)'],
  ['net1? {1,4}user', '(?<=user {1,4})["\']?[\\w.$-]{1,60}["\']? {1,4}(?=[^\\s/]\\S{2,80} {1,4}/[a-z])'],
  ['net1? {1,4}use', '(?:"\\\\{2,8}[^"\\n]{1,120}"|\\\\{2,8}[\\w.$\\\\-]{1,120}) {1,4}(?!/)'],
  ['psexec(?:64)?|nuget|plink|pscp|psftp|putty|kitty', '-pw? {1,4}(?!\\d{1,5} )'],
  ['signtool', '/p {1,4}'],
  ['schtasks|eventcreate|tasklist|taskkill|systeminfo', '/r?p {1,4}'],
  ['cmdkey|w?xfreerdp\\d?|wfreerdp|wmic|netdom|djoin', '/(?:p|pass|password|pwd|passwordd):'],
];

export const windowsWordOptions: readonly ProgramOption[] = [
  ['net1? {1,4}user', '(?<=user {1,4})["\']?[\\w.$-]{1,60}["\']? {1,4}(?!/)'],
];
