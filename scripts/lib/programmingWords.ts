/**
 * Programming words that are rare in newspapers, for the table of word vectors. Words that its source lacks are
 * ignored.
 */
export const programmingWords = `
abstraction accessor addon ajax algorithm alias allocator allowlist annotation anonymization ansible antivirus apache api
app applet argument arg array ascii assertion async asynchronous asynchronously atomicity attribute auth authenticate authenticator
authorization autocomplete autoload backend backup backlog backport bandwidth bash batch benchmark binary bitmap bitwise
blacklist blob blockchain boilerplate boolean bootloader bootstrap branch breakpoint browser buffer bug bugfix bugzilla
build bytecode byte cache callback callee caller caching captcha changelog charset checkbox checksum checkout checkpoint chrome
ciphertext class classpath cli client clipboard clone closure cluster codebase codec coder compiler component concat
concurrency config configurable configurator connector console constant constructor container cookie coroutine cpu crash
cron cross-platform crud cryptographic css csv cursor daemon database dataset datatype datastore deadlock deallocate
debian debug debugger decimal declarative decode decompress decompression decrypt decryption deduplication deploy
deployment deprecate deprecated dereference deserialization destructor developer devops diff directory disk django dns
docker documentation dom downtime downgrade downstream drupal dropdown duplicate dynamically eclipse editor emulator
encapsulation encode encoder encrypt encryption endpoint enum env epoch error escape ethernet exception executable
execution exploit export extensibility failover failsafe feature file filename filesystem filter firefox firewall firmware
fixme flag floating-point folder font footer fork format formatter fortran framework freebsd frontend ftp function
functionality gateway garbage getter gif git github gnome gnu gpu gradient granularity graphql grep gui gzip handler hardcode
hardcoded hash hashing haskell header heap heartbeat heuristic hexadecimal hook hostname hotfix hotkey html http https
hyperlink hypertext hypervisor icon ide identifier iframe imap immutable implementation importer incompatibility index
indexing infrastructure inheritance initialization initialize inline inode input insertion instance instantiate integer
integrity interface interoperability interpreter interrupt invalidate invocation invoke ios iot ip ipc iterate iteration
iterator java javascript jpeg jquery json jvm kernel keyboard keyword kubernetes lambda laptop latency layout ldap lexer
library linker lint linux lisp listener literal loader localhost localization lock log logger login logout loop lua mac
macos macro makefile malloc malware markdown markup maven memory merge metadata method metric microcontroller
microservice middleware migration minification mock modem modular modularity module mongodb monitor mozilla multicore
multiplatform multithreaded multithreading mutable mutex mysql namespace nginx node notification npm null nullable numeric
oauth object offline offset onboarding online opengl opensource operand operator optimization optimize optimizer oracle
outage output overflow overhead overload override package packet pagination param parameter parameterize parse parser
partition password patch path payload pdf perl permission php pipeline pixel placeholder plaintext plugin png pointer
polling polymorphism popup port postgres postgresql preprocessor preprocessing primitive proc processor profiler
programmer programming prolog prompt protocol prototype proxy pseudocode pthread pull python query queue ram random
readme reboot recompile recursion recursive recursively redirect redis refactor refactoring reference reformat regex
regression reinstall release reload remote rename render renderer repo repository request resolver response rest restart
retries retry reusable revert rewrite rollback rollout root router routing rpc ruby runtime rust sandbox sanitize scalability
scalable scheduler schema screenshot script scripting scroll scrollbar sdk semantics semaphore serialization serialize
serializer server setter setup shell shortcut sidebar simulator singleton slider smtp snapshot socket software sort
spam spec specification splash spreadsheet sql sqlite sqlserver src ssd ssh ssl stack stacktrace startup stateful stateless
stateless static stdin stdout storage stream string struct stub stylesheet subclass subdirectory subdomain submodule
subprocess subroutine subset subversion svg svn swap symlink sync synchronization synchronize synchronous syntax sysadmin
syscall tag tar tcp telemetry telnet template terminal test tester textbox theme thread threading throttle throughput thumbnail
timeout timestamp timezone tls token tokenizer toolbar toolchain toolkit tooltip tracker transaction transcoding traversal
trigger troubleshoot troubleshooting tuple typescript typo ubuntu udp undefined undo unicode uninstall unix unsubscribe
unzip update upgrade upload upstream uptime uri url usability usb user username utf utility validate validation validator
variable vcs vector verbose version versioning viewport virtualization visualization vm vpn vulnerability warning watchdog
web webapp webcam webhook webpage webserver website websocket whitelist whitespace widget wifi wiki wildcard windows wordpress
workaround workflow workspace wrapper xml yaml yml zip zlib
`;
