#!/usr/bin/perl
# Net::SMPP controlled by lines of JSON: reports each PDU that it reads, and sends PDUs on command.
#
#   peer.pl connect PORT    as an ESME
#   peer.pl listen          as an SMSC, for one connection
#
# In:  {"call": "submit_sm", "args": {"destination_addr": "1"}, "octets": {"short_message": "48656c6c6f"}}
#      a method of Net::SMPP, its arguments, and its binary arguments in hexadecimal
#      {"raw": "00000010..."}    raw octets
# Out: {"event": "pdu", "name": "submit_sm_resp", "fields": {...}}, short_message and optional parameters in hexadecimal;
#      {"event": "listening", "port": 1}, {"event": "ended"}, {"event": "error", "words": "..."}
use strict;
use warnings;
use IO::Select;
use JSON::PP;
use Net::SMPP;

$| = 1;
my $json = JSON::PP->new->ascii->canonical;
my %octets = map { $_ => 1 } qw(short_message message_payload receipted_message_id network_error_code message_state
  user_message_reference sar_msg_ref_num sar_total_segments sar_segment_seqnum sc_interface_version);

sub report { print $json->encode({@_}), "\n" }

sub open_session {
    my ($mode, $port) = @_;
    my @common = (smpp_version => 0x34, async => 1);
    if ($mode eq 'connect') {
        return Net::SMPP->new_connect('127.0.0.1', port => $port, @common) // die "cannot connect: $!";
    }
    my $listener = Net::SMPP->new_listen('127.0.0.1', port => 0, timeout => 30, @common) // die "cannot listen: $!";
    report(event => 'listening', port => $listener->sockport);
    return $listener->accept // die "no connection: $!";
}

sub report_pdu {
    my ($pdu) = @_;
    my %fields;
    for my $name (grep { $_ ne 'data' && !/^\d+$/ && defined $pdu->{$_} } keys %$pdu) {
        $fields{$name} = $octets{$name} ? unpack('H*', $pdu->{$name}) : $pdu->{$name};
    }
    report(event => 'pdu', name => $pdu->explain_cmd, fields => \%fields);
}

sub execute {
    my ($smpp, $line) = @_;
    my $command = $json->decode($line);
    return $smpp->syswrite(pack 'H*', $command->{raw}) if defined $command->{raw};
    my %args = %{ $command->{args} // {} };
    $args{$_} = pack 'H*', $command->{octets}{$_} for keys %{ $command->{octets} // {} };
    my $method = $smpp->can($command->{call}) // die "Net::SMPP has no $command->{call}";
    $smpp->$method(%args);
}

my $smpp = open_session(@ARGV);
my $select = IO::Select->new(\*STDIN, $smpp);
my $pending = '';
while (1) {
    for my $ready ($select->can_read) {
        if ($ready == $smpp) {
            my $pdu = $smpp->read_pdu;
            if (!defined $pdu) { report(event => 'ended'); exit }
            report_pdu($pdu);
        } else {
            exit if !sysread STDIN, $pending, 65536, length $pending;
            while ($pending =~ s/^(.*)\n//) {
                my $line = $1;
                eval { execute($smpp, $line); 1 } or report(event => 'error', words => "$@");
            }
        }
    }
}
