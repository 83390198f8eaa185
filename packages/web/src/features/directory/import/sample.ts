/** The sample file of the import: an office and a phone, with numbers reserved for fiction. */
export const SAMPLE_CSV = `partner,client,office,office_phone,manager_first_name,manager_last_name,gateway,partner_limit_per_day,phone_name,phone_number,phone_carrier,phone_evidence,phone_partner
Harbor Health Group,Bayview Dental,Oakland,+1 510 555 0101,Maria,Alvarez,,,,,,,
,,,,,,,,Avery,+1 213 555 0181,AT&T,receipt,
`;
